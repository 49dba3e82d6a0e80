/** What a page asks over REST says which room it is about, where the page is a room's. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { call } from "../../static/js/server/http.js";

const { fetch } = globalThis;

/** The headers that a request has on the page at `pathname`. @param {string | undefined} pathname */
async function headersAt(pathname) {
  let sent = {};
  Object.assign(globalThis, {
    location: pathname === undefined ? undefined : { pathname },
    fetch: async (/** @type {string} */ _path, /** @type {any} */ request) => {
      sent = request.headers;
      return { ok: true, status: 204 };
    },
  });
  await call("POST", "/api/games/g/forks", {});
  return sent;
}

afterEach(() => Object.assign(globalThis, { fetch, location: undefined }));

test("a request from a room's page names the room, so that the process answers that keeps its game", async () => {
  const json = { "Content-Type": "application/json" };
  assert.deepEqual(await headersAt("/r/ABC-DEF-GHJ"), { ...json, "Terrahedron-Room": "ABC-DEF-GHJ" });
  assert.deepEqual(await headersAt("/g/1f0c1b3e"), json);
  assert.deepEqual(await headersAt(undefined), json);
});
