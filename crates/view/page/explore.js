// What could happen at a step besides what did: other choices, and what if something failed. With an engine behind the page, one
// of them is taken; at the end of a run, the run goes on.
import { HUES, h } from "./dom.js";

/** How many choices are listed. */
const MOST = 60;
/** Kinds of faults, by the words that begin their choices. */
const FAULTS = [
  ["crash", "crash a node"],
  ["recover", "let a node come back"],
  ["lose", "lose a message"],
  ["duplicate", "deliver a message twice"],
  ["overtake", "let a message overtake others"],
  ["partition", "cut the network in two"],
  ["heal", "join the network again"],
];

export class Explorer {
  /**
   * @param {import("./model.js").RunModel} model
   * @param {{ take: (choice: string | null, goOn: number) => void }} on
   * @param {boolean} live whether something can go on from here
   */
  constructor(model, on, live) {
    this.model = model;
    this.on = on;
    this.live = live;
    /** @type {Set<string>} */ this.opened = new Set();
    this.element = h("section", { class: "pane choices", tabindex: 0, role: "region", "aria-label": "What could happen here" });
  }

  /** @param {number} position */
  show(position) {
    const found = this.model.choicesAt(position);
    this.faults = [];
    if (!found) {
      this.element.replaceChildren(h("h3", {}, "What else could happen here"), h("p", { class: "empty" }, "This step is not over yet: others wait until it is."));
      return;
    }
    const { taken, others } = found;
    const own = others.filter((/** @type {any} */ other) => !other.fault);
    const faults = others.filter((/** @type {any} */ other) => other.fault);
    this.faults = faults;
    const parts = [h("h3", {}, own.length ? (taken ? "What else could happen here" : "What can happen now") : taken ? "Nothing else could happen here" : "Nothing can happen any more")];
    if (taken) parts.push(h("p", { class: "taken" }, h("b", {}, "then: "), taken.what));
    else if (this.live && own.length) parts.push(this.onward());
    parts.push(h("ul", { class: "own" }, own.slice(0, MOST).map((/** @type {any} */ other) => this.choice(other))));
    if (own.length > MOST) parts.push(h("p", { class: "empty" }, `and ${own.length - MOST} more`));
    if (faults.length) parts.push(h("h3", {}, "What if"), FAULTS.map(([word, title]) => this.group(title, faults.filter((/** @type {any} */ other) => other.choice.startsWith(word)))));
    if (others.length && !this.live) parts.push(h("p", { class: "empty" }, this.model.doc.live ? "vtrace view can go on from here; this page is a copy." : "There is no engine behind this run."));
    this.element.replaceChildren(...parts.flat());
  }

  /** At the end of a run that can go on: buttons that make it. */
  onward() {
    const button = (/** @type {string} */ text, /** @type {number} */ steps, /** @type {string} */ title) => h("button", { title, onclick: () => this.on.take(null, steps) }, text);
    return h("p", { class: "onward" }, button("1 step", 1, "let the engine choose a step"), button("20 steps", 20, "let the engine choose twenty steps"), button("to the end", 2000, "let the engine go on until nothing can happen any more"));
  }

  /** @param {any} other */
  choice(other) {
    const { model } = this;
    return h("li", {},
      (other.lanes || []).map((/** @type {number} */ lane) => h("b", { class: `tag l${lane % HUES}` }, model.lanes[lane].name)), h("span", {}, other.what),
      this.live && h("span", { class: "take" }, h("button", { title: "take this step, and stop there", "aria-label": `take: ${other.what}`, onclick: () => this.on.take(other.choice, 0) }, "take"), h("button", { title: "take this step, and go on to the end", "aria-label": `take and run on: ${other.what}`, onclick: () => this.on.take(other.choice, 2000) }, "run on")));
  }

  /** @param {string} title @param {any[]} faults */
  group(title, faults) {
    if (!faults.length) return "";
    const details = h("details", { class: "faults", open: this.opened.has(title) }, h("summary", {}, title, h("span", { class: "quiet" }, ` ${faults.length}`)), h("ul", {}, faults.slice(0, MOST).map((fault) => this.choice(fault))));
    details.addEventListener("toggle", () => (details.open ? this.opened.add(title) : this.opened.delete(title)));
    return details;
  }

  /** Buttons for what could go wrong with a node or a message at this step. @param {(fault: any) => boolean} concerned */
  whatIf(concerned) {
    if (!this.live) return "";
    const words = /** @type {Record<string, string>} */ ({ crash: "Crash it now", recover: "Let it come back", lose: "Lose it", "lose-send": "Lose what it sends", duplicate: "Deliver it twice", overtake: "Let it overtake" });
    const found = this.faults.filter((/** @type {any} */ fault) => words[fault.choice.split(" ")[0]] && concerned(fault));
    return h("p", { class: "what-if" }, found.map((/** @type {any} */ fault) => h("button", { class: "fault", title: fault.what, onclick: () => this.on.take(fault.choice, 0) }, words[fault.choice.split(" ")[0]])));
  }
}
