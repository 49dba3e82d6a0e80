/**
 * The page on which planets are measured and tested: one large planet and three small ones, as at a table.
 * `?areas=` sets the large one's areas and `?quality=` how finely it moves, `?spin` lets all turn, `?alone`
 * leaves the small ones out.
 */
import { mountGlobe } from "../static/js/planet/mount.js";

const query = new URLSearchParams(location.search);
const FINISHED = "FMGGMFOOFFMFFFFGFFGGOGGOODOOOOMOFMMGFFFOMMGGDOMOOMMMOOMMOMMM";
const areas = query.get("areas") ?? FINISHED;
const quality = /** @type {"high" | undefined} */ (query.get("quality") ?? undefined);
const spin = query.has("spin") ? /** @type {const} */ ("always") : false;

/** @type {{picks: object[], lost: number, returned: number, attitudes: number[][]}} */
const heard = { picks: [], lost: 0, returned: 0, attitudes: [] };

/** @type {(selector: string) => HTMLElement} */
const place = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

const mountLarge = () =>
  mountGlobe(place("#large"), {
    areas,
    seedText: "large",
    quality,
    spin,
    interactive: true,
    onPick: (pick) => heard.picks.push(pick),
    onAttitude: (q) => heard.attitudes.push(q),
    onLost: () => heard.lost++,
    onReturned: () => heard.returned++,
  });

const small = query.has("alone") ? [] : [0, 1, 2];
const shifted = (/** @type {number} */ by) => areas.slice(by * 5) + areas.slice(0, by * 5);
const stages = [
  mountLarge(),
  ...small.map((i) =>
    mountGlobe(place(`#small${i}`), { areas: shifted(i + 1), seedText: `small${i}`, size: "small", spin }),
  ),
];

Object.assign(globalThis, { stages, heard, mountLarge, areas });
document.documentElement.dataset.ready = "yes";
