/** Written by scripts/generate out of app/ and tokens.css: what the browser shares. */

/** Their letters, in their order. */
export const HABITATS = "OFDMG";

/** Each habitat's colour, its icon's, its edge's. @type {Record<string, Habitat>} */
export const COLOURS = {O: {name: "ocean", colour: "#3d66d4", icon: "#ffffff", edge: "#7b99ea"}, F: {name: "forest", colour: "#2fae76", icon: "#04291c", edge: "#6fd0a3"}, D: {name: "desert", colour: "#f2c844", icon: "#3a2a05", edge: "#ffe08a"}, M: {name: "mountain", colour: "#703f60", icon: "#ffffff", edge: "#a77496"}, G: {name: "glacier", colour: "#e6f8fa", icon: "#0f3a4a", edge: "#86c3d4"}};

/** By what they ask for, in order. @type {Record<string, string>} */
export const ANIMALS = {"O#": "clownfish", "O+F": "otter", "O+D": "turtle", "O+M": "puffin", "O+G": "walrus", "O-F": "octopus", "O-D": "whale", "O-M": "dolphin", "O-G": "seahorse", "F#": "panda", "F+O": "tiger", "F+D": "giraffe", "F+M": "bear", "F+G": "fox", "F-O": "squirrel", "F-D": "frog", "F-M": "toucan", "F-G": "sloth", "D#": "lizard", "D+O": "crab", "D+F": "lion", "D+M": "elephant", "D+G": "saiga", "D-O": "fennec", "D-F": "viper", "D-M": "meerkat", "D-G": "camel", "M#": "llama", "M+O": "falcon", "M+F": "owl", "M+D": "condor", "M+G": "yak", "M-O": "ibex", "M-F": "eagle", "M-D": "snow_leopard", "M-G": "chinchilla", "G#": "penguin", "G+O": "seal", "G+F": "lynx", "G+D": "hare", "G+M": "ermine", "G-O": "muskox", "G-F": "snowy_owl", "G-D": "reindeer", "G-M": "polar_bear"};

/** Versions of the rules that games are played by. */
export const KNOWN_RULES = [1];

/** The first round in which animals are won. */
export const FIRST_COLUMN = 3;

export const LAST_ROUND = 12;

export const TILE_COUNT = 50;

export const TILES_A_ROUND = 5;

/** Rounds: then a hidden card is turned up. */
export const TURNED_UP_AHEAD = 2;

/** Rounds with tiles of their own; then come leftovers. */
export const DEALT_PILES = 10;

/** Cards in each column, unless a variant has its own. */
export const COLUMN_SIZES = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3];

/** In what each differs from the usual game. @type {Record<string, Variant>} */
export const VARIANTS = {beginner: {columns: null, hasObjectives: false, hidesSecondCards: false}, mystery: {columns: [2, 2, 2, 2, 2, 2, 2, 2, 2, 2], hasObjectives: true, hidesSecondCards: true}};

export const REACTIONS = ["hello", "nice", "wow", "laugh", "think", "oops", "thanks", "hurry"];

export const PHRASES = ["good_luck", "lets_start", "one_moment", "im_back", "take_your_time", "your_move", "beautiful", "well_played", "so_close", "lucky", "sorry", "never_mind", "yes", "no", "good_game", "again", "must_go", "goodbye"];

/** For what somebody is reported. */
export const MISCONDUCT = ["insult", "spam", "spoils", "name", "other"];

/** For so long a report is kept. */
export const REPORT_DAYS = 30;

/** Characters of something said. */
export const LONGEST_LINE = 240;

/** Rated games before a rating is more than a first idea. */
export const PROVISIONAL = 10;

/** Bots, from the gentlest to the strongest. */
export const LADDER = ["sapling", "shrub", "hedge", "thicket", "copse", "orchard", "grove", "forest", "gaia"];

/** The lowest that the page can do with. */
export const WIRE_VERSION = 1;

/** Why a socket was closed. */
export const CLOSE = {LEFT: 1000, PAGE_GONE: 1001, BINARY: 1003, NOT_TEXT: 1007, TOO_LONG: 1009, BROKEN: 1011, RESTART: 1012, OVERLOADED: 1013, BAD: 4400, REVOKED: 4401, KICKED: 4403, GONE: 4404, SLOW: 4408, REPLACED: 4409, TOO_NEW: 4425, TOO_OLD: 4426, TOO_FAST: 4429};

/** @typedef {{name: string, colour: string, icon: string, edge: string}} Habitat */
/** @typedef {{columns: number[] | null, hasObjectives: boolean, hidesSecondCards: boolean}} Variant */
/** The options of a room. @typedef {{clock: number | null, public: boolean, races: boolean, variants: string[], seats: number, starts: string, wait: number, talk: boolean, nights: string | null, free: boolean, hints: boolean, rated: boolean}} Options */
