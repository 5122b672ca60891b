// A failing run beside the nearest one that ends well. Both are the same up to a step; from there on they stand beside each other,
// so that the choice that matters is seen.
import { h } from "./dom.js";
import { Lanes } from "./lanes.js";
import { RunModel } from "./model.js";
import { rowText } from "./rows.js";

export class Compare {
  /** @param {RunModel} model @param {{ select: (position: number) => void }} on */
  constructor(model, on) {
    const { passing } = model.doc;
    this.model = model;
    this.other = new RunModel({ ...model.doc, finding: undefined, cycle: undefined, next: [], steps: [...model.doc.steps.slice(0, passing.at + 1), ...passing.steps] });
    /** How many rows they have in common. */ this.common = model.steps[passing.at].last;
    this.left = new Lanes(model, { select: on.select, hide: () => {} });
    this.right = new Lanes(this.other, { select: (position) => this.right.go(position), hide: () => {} });
    for (const lanes of [this.left, this.right]) {
      lanes.common = this.common;
      lanes.atLeast = Math.max(model.rows.length, this.other.rows.length);
      lanes.map.element.remove();
      lanes.arrange();
    }
    this.left.scroller.setAttribute("aria-label", "The run that fails");
    this.right.scroller.setAttribute("aria-label", "The nearest run that ends well");
    const follow = (/** @type {Lanes} */ from, /** @type {Lanes} */ to) => from.scroller.addEventListener("scroll", () => Math.abs(to.scroller.scrollTop - from.scroller.scrollTop) > 1 && to.scrollTo(from.scroller.scrollTop), { passive: true });
    follow(this.left, this.right);
    follow(this.right, this.left);
    const side = (/** @type {string} */ name, /** @type {string} */ text, /** @type {Lanes} */ lanes) => h("div", { class: `side ${name}` }, h("h3", {}, text), lanes.element);
    this.element = h("div", { class: "compare" }, h("p", { class: "compare-sentence" }, this.sentence()), h("div", { class: "sides" }, side("fails", "✕ fails", this.left), side("passes", "✓ ends well", this.right)));
  }

  sentence() {
    const [here, there] = [this.model, this.other].map((model) => (model.rows[this.common] ? rowText(model, model.rows[this.common]) : "nothing happens"));
    const first = this.common === 0 ? "They differ from the first step on" : this.common === 1 ? "The first step is the same in both" : `The first ${this.common} steps are the same in both`;
    return [h("b", {}, `${first}. `), "Then, on the left, ", h("em", {}, here), "; on the right, ", h("em", {}, there), ", and everybody comes to an end."];
  }

  /** @param {number} position */
  go(position) {
    this.left.go(position);
    this.right.position = Math.min(position, this.common);
    this.right.scrollTo(this.left.scroller.scrollTop);
    this.right.draw(true);
  }

  layout() {
    this.left.layout();
    this.right.layout();
    // Both begin to differ in the middle of what is seen.
    const place = Math.max(0, (this.left.placeOf[Math.max(0, this.common - 1)] + 1) * this.left.rowHeight - this.left.view / 2);
    this.left.scrollTo(place);
    this.right.scrollTo(place);
  }
}
