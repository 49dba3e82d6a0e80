import assert from "node:assert/strict";
import { test } from "node:test";
import { LADDER } from "../../static/js/generated/facts.js";
import { steppedBots, withoutStandIns } from "../../static/js/state/strength.js";

const [gentlest, second] = LADDER;
const [strongest, belowIt] = LADDER.toReversed();
const seats = [null, gentlest, strongest, "pangaea"].map((bot, seat) => ({ seat, bot }));

test("a bit harder is one step up for whoever has one, and people and characters stay as they are", () => {
  assert.deepEqual(steppedBots(seats, 1), [{ seat: 1, level: second }]);
});

test("a bit easier is one step down", () => {
  assert.deepEqual(steppedBots(seats, -1), [{ seat: 2, level: belowIt }]);
});

test("as it was is no step", () => {
  assert.deepEqual(steppedBots(seats, 0), []);
});

test("whoever only played on for somebody is no bot of the room", () => {
  const games = [
    { id: "first", bots: ["grove", "grove", "grove", "grove"] },
    { id: "this one", bots: [null, gentlest, null, "pangaea"] },
  ];
  const stays = withoutStandIns({ seats, games }, "this one");
  assert.deepEqual(
    stays.map(({ seat }) => seat),
    [1, 3],
  );
});
