/** The front page: a game against bots at one press, and the planet that turns beside the words. */

import { call } from "../api.js";
import { onAnswer } from "./forms.js";
import "./page.js";
import { wakePlanets } from "./planets.js";

const BOTS = 2;

wakePlanets();

onAnswer("bots", async (answer) => {
  const room = `/api/rooms/${answer.room.code}`;
  for (let seat = 1; seat <= BOTS; seat++) await call("POST", `${room}/bot`, { seat, level: "grove" });
  await call("POST", `${room}/start`);
  location.assign(`/r/${answer.room.code}`);
});
