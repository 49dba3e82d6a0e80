/**
 * Reports what the tests cover of `static/js`, and fails where a folder has less than its floor. A reporter of node's
 * test runner (`scripts/test js`). Scripts that no test loads count as uncovered: those need a page, and the
 * browser's tests walk them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const ROOT = "static/js/";
/** Lines and branches, in per cent: what was there when it was last looked at. @type {Record<string, [number, number]>} */
const FLOORS = {
  rules: [99, 95],
  state: [99, 86],
  texts: [96, 90],
  guide: [50, 94],
  net: [60, 95],
  planet: [30, 98],
  panels: [37, 78],
  ui: [38, 97],
  pages: [12, 98],
};

/** @typedef {{lines: number, covered: number, branches: number, taken: number}} Sum */
/** @typedef {{path: string, totalLineCount: number, coveredLineCount: number, totalBranchCount: number, coveredBranchCount: number}} File */

/** @param {string} name @returns {string} */
const folderOf = (name) => name.slice(ROOT.length).split("/")[0];

/** By folder. @param {File[]} files */
function sums(files) {
  /** @type {Map<string, Sum>} */
  const found = new Map();
  const at = (/** @type {string} */ name) => {
    const sum = found.get(folderOf(name)) ?? { lines: 0, covered: 0, branches: 0, taken: 0 };
    found.set(folderOf(name), sum);
    return sum;
  };
  const known = new Map(
    files.map((file) => [relative(process.cwd(), file.path).replaceAll("\\", "/"), file]),
  );
  for (const name of readdirSync(ROOT, { recursive: true, encoding: "utf8" })) {
    const path = ROOT + name.replaceAll("\\", "/");
    if (!path.endsWith(".js")) continue;
    const [sum, file] = [at(path), known.get(path)];
    sum.lines += file?.totalLineCount ?? readFileSync(path, "utf8").split("\n").length - 1;
    sum.covered += file?.coveredLineCount ?? 0;
    sum.branches += file?.totalBranchCount ?? 0;
    sum.taken += file?.coveredBranchCount ?? 0;
  }
  return found;
}

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole === 0 ? 0 : Math.floor((1000 * part) / whole) / 10);

/** @param {File[]} files */
function* report(files) {
  yield "\nCoverage of static/js by node's tests, lines and branches in per cent:\n";
  for (const [folder, { lines, covered, branches, taken }] of [...sums(files)].sort()) {
    const found = [percent(covered, lines), percent(taken, branches)];
    const floor = FLOORS[folder] ?? [0, 0];
    const isLess = found.some((share, i) => share < floor[i]);
    if (isLess) process.exitCode = 1;
    yield `  ${folder.padEnd(10)} ${found.map((share) => share.toFixed(1).padStart(5)).join(" ")}${isLess ? `   less than ${floor.join(" and ")}` : ""}\n`;
  }
}

/** @param {AsyncIterable<{type: string, data: any}>} source */
export default async function* coverage(source) {
  for await (const { type, data } of source) if (type === "test:coverage") yield* report(data.summary.files);
}
