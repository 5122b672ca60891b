// Search by shape: several events, on which lanes they are, and how one leads to the other. ShiViz has this as structured search.
//
//   $a: send => $b: receive -> $b: send => $a: receive
//
// A term is what an event says, each word as the beginning of one of its words, and before a colon on which lane it is: by name, or by a variable, whose
// lane is the same wherever it stands, and another one than that of other variables. `=>`: an arrow leads there; `->`: it happened before;
// `||`: neither happened before the other. `&` joins chains that share their variables.
//
// For each event that the first term fits, the earliest events that complete the shape are found, by trying them one after the other.

/** Shapes that people look for. */
export const SHAPES = [
  ["a request and its answer", "$a: send => $b: receive -> $b: send => $a: receive"],
  ["a message that is passed on", "$a: send => $b: receive -> $b: send => $c: receive"],
  ["one tells two others", "$a: send => $b: receive & $a: send => $c: receive"],
  ["two tell one", "$a: send => $c: receive & $b: send => $c: receive"],
  ["a lock changes hands", "$a: unlock => $b: lock"],
  ["a second lock while others take one", "$a: lock -> $a: lock || $b: lock"],
  ["writes that nothing orders", "$a: write || $b: write"],
];

/** How many events are tried before it takes too long. */
const PATIENCE = 1_000_000;
/** How many clocks may be kept: for each event and lane one. */
const CLOCKS = 40_000_000;

/** Whether a search means a shape, and not only words. @param {string} text */
export function isPattern(text) {
  return /->|=>|\|\|/.test(text);
}

/**
 * @typedef {{ words: string[], lane: string, fixed: number[] | null }} Term a lane's variable, or the lanes that have the name
 * @typedef {{ from: number, to: number, op: string }} Link
 */

/**
 * The terms of a pattern, and how they are joined.
 * @param {string} text @param {import("./model.js").RunModel} model @returns {{ terms: Term[], links: Link[] }}
 */
export function parsePattern(text, model) {
  /** @type {Term[]} */ const terms = [];
  /** @type {Link[]} */ const links = [];
  for (const chain of text.split("&")) {
    const parts = chain.split(/(->|=>|\|\|)/);
    parts.forEach((part, index) => {
      if (index % 2) return;
      if (index) links.push({ from: terms.length - 1, to: terms.length, op: parts[index - 1] });
      terms.push(parseTerm(part.trim(), model));
    });
  }
  return { terms, links };
}

/** @param {string} text @param {import("./model.js").RunModel} model @returns {Term} */
function parseTerm(text, model) {
  const words = (/** @type {string} */ rest) => rest.toLowerCase().split(/\s+/).filter(Boolean);
  const variable = /^(\$\w+)\s*(?::|$)\s*(.*)$/.exec(text);
  if (variable) return { words: words(variable[2]), lane: variable[1], fixed: null };
  const colon = text.indexOf(":");
  const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
  const fixed = model.lanes.map((_, lane) => lane).filter((lane) => name && (model.who(lane).toLowerCase() === name || model.lanes[lane].name.toLowerCase() === name));
  return fixed.length ? { words: words(text.slice(colon + 1)), lane: "", fixed } : { words: words(text), lane: "", fixed: null };
}

/**
 * Finds a shape: for each event that begins it, the numbers of the acts.
 * @param {import("./model.js").RunModel} model @param {string} text
 * @returns {{ matches: number[][], why: string }} why: what kept it from finding everything
 */
export function findPattern(model, text) {
  const { terms, links } = parsePattern(text, model);
  if (terms.some((term) => !term.words.length && !term.lane && !term.fixed)) return { matches: [], why: "something is missing beside the arrow" };
  if (model.acts.length * model.lanes.length > CLOCKS) return { matches: [], why: "this run is too long for patterns" };
  const order = new Order(model);
  const fitting = terms.map((term) => model.acts.filter((act) => fits(model, act, term)).map((act) => act.number));
  const sets = fitting.map((acts) => new Set(acts));
  // Once its lane is known, a term is looked for there only.
  const byLane = fitting.map((acts) => {
    const lists = model.lanes.map(() => /** @type {number[]} */ ([]));
    for (const act of acts) lists[model.acts[act].lane].push(act);
    return lists;
  });
  const joins = terms.map((_, at) => links.filter((link) => link.to === at));
  let tried = 0;
  /** @type {number[]} */ const taken = [];
  /** @param {number} at @returns {boolean} */
  const complete = (at) => {
    if (at === terms.length) return true;
    const arrow = joins[at].find((link) => link.op === "=>");
    const bound = terms[at].lane ? taken.findIndex((_, other) => terms[other].lane === terms[at].lane) : -1;
    const there = bound >= 0 ? byLane[at][model.acts[taken[bound]].lane] : fitting[at];
    const candidates = arrow ? order.following(taken[arrow.from]).filter((act) => sets[at].has(act)) : there;
    const after = arrow ? undefined : joins[at].find((link) => link.op === "->");
    for (let next = after ? firstAfter(there, taken[after.from]) : 0; next < candidates.length; next++) {
      const act = candidates[next];
      if (++tried > PATIENCE) return false;
      if (taken.includes(act) || !lanesAgree(model, terms, taken, act) || !joins[at].every((link) => order.holds(link.op, taken[link.from], act))) continue;
      taken.push(act);
      if (complete(at + 1)) return true;
      taken.pop();
    }
    return false;
  };
  const matches = [];
  for (const act of fitting[0]) {
    taken.splice(0, taken.length, act);
    if (complete(1)) matches.push([...taken]);
    if (tried > PATIENCE) return { matches, why: "there are too many ways to try: say more about the events" };
  }
  return { matches, why: "" };
}

/** Where in a list of numbers, from small to large, those begin that are larger than one. @param {number[]} list @param {number} number */
function firstAfter(list, number) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] > number) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @param {import("./model.js").RunModel} model @param {any} act @param {Term} term */
function fits(model, act, term) {
  if (act.lane < 0 || (term.fixed && !term.fixed.includes(act.lane))) return false;
  const said = ` ${actText(model, act)}`.replace(/[^\p{L}\p{N}_.]+/gu, " ");
  return term.words.every((word) => said.includes(` ${word.replace(/[^\p{L}\p{N}_.]+/gu, " ").trim()}`));
}

/** Whether an act may be on its lane, beside those that were taken. @param {import("./model.js").RunModel} model @param {Term[]} terms @param {number[]} taken @param {number} act */
function lanesAgree(model, terms, taken, act) {
  const mine = terms[taken.length].lane;
  return !mine || taken.every((other, at) => !terms[at].lane || (terms[at].lane === mine) === (model.acts[other].lane === model.acts[act].lane));
}

/** What happened before what, by vector clocks. */
class Order {
  /** @param {import("./model.js").RunModel} model */
  constructor(model) {
    this.model = model;
    const lanes = (this.lanes = model.lanes.length);
    const clocks = (this.clocks = new Int32Array(model.acts.length * lanes));
    const join = (/** @type {number} */ to, /** @type {number} */ from) => {
      for (let lane = 0; lane < lanes; lane++) clocks[to * lanes + lane] = Math.max(clocks[to * lanes + lane], clocks[from * lanes + lane]);
    };
    for (const { number, lane, after, before, with: met } of model.acts) {
      for (const other of after) join(number, other);
      if (before >= 0) join(number, before);
      if (lane >= 0) clocks[number * lanes + lane]++;
      // Who meets another one knows afterwards all that the other one knew.
      if (met !== undefined && met < number) join(met, number);
    }
  }

  /** @param {number} a @param {number} b */
  before(a, b) {
    const { lane } = this.model.acts[a];
    return this.clocks[b * this.lanes + lane] >= this.clocks[a * this.lanes + lane];
  }

  /** @param {string} op @param {number} a @param {number} b */
  holds(op, a, b) {
    if (op === "||") return !this.before(a, b) && !this.before(b, a);
    return op === "=>" ? this.model.acts[b].after.includes(a) : a < b && this.before(a, b);
  }

  /** Where arrows lead from an act. @param {number} act */
  following(act) {
    return this.model.successors()[act].filter((next) => this.model.acts[next].after.includes(act));
  }
}

/** All that is said of an act, in small letters, for searches. @param {import("./model.js").RunModel} model @param {any} act */
export function actText(model, act) {
  return `${model.who(act.lane)} ${act.what} ${act.kind} ${act.object || ""} ${act.function || ""} ${model.placeText(act.at)}`.toLowerCase();
}
