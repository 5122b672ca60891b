// Searching a run: by words, or by the shape of several events. What is found is marked; `n` and `N` go from one match to the next.
import { announce, h, openDialog, plural } from "./dom.js";
import { SHAPES, actText, findPattern, isPattern } from "./pattern.js";

export class Search {
  /**
   * @param {import("./model.js").RunModel} model @param {import("./lanes.js").Lanes} lanes
   * @param {{ go: (position: number) => void, rearrange: () => void }} on
   */
  constructor(model, lanes, on) {
    this.model = model;
    this.lanes = lanes;
    this.on = on;
    /** What was found: the rows of each match. @type {number[][]} */ this.matches = [];
    this.input = h("input", { type: "search", placeholder: "Search  /", "aria-label": "Search the run", oninput: () => this.find(), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.next(event.shiftKey ? -1 : 1) });
    this.hits = h("span", { class: "hits", role: "status" });
    this.only = h("button", { title: "hide what does not match the search", "aria-pressed": "false", hidden: true, onclick: () => this.toggle() }, "Only matches");
    this.shapes = h("button", { title: "search by the shape of several events (p)", onclick: () => this.ask() }, "Shape");
  }

  find() {
    const { model, lanes } = this;
    const query = this.input.value.trim();
    let why = "";
    if (isPattern(query)) {
      const found = findPattern(model, query);
      why = found.why;
      this.matches = found.matches.map((acts) => [...new Set(acts.map((act) => model.acts[act].row))].sort((a, b) => a - b));
    } else {
      const wanted = query.toLowerCase();
      this.matches = query ? model.rows.filter((row) => row.acts.some((/** @type {any} */ act) => actText(model, act).includes(wanted))).map((row) => [row.index]) : [];
    }
    lanes.hits = query ? new Set(this.matches.flat()) : null;
    lanes.part = new Set();
    this.only.hidden = !query && !lanes.onlyMatches;
    this.hits.textContent = query ? [plural(this.matches.length, "match").replace("matchs", "matches"), why].filter(Boolean).join("; ") : "";
    if (lanes.onlyMatches) this.on.rearrange();
    else lanes.draw(true);
  }

  /** The next match after the position, or the last one before it. @param {number} way */
  next(way) {
    const { matches } = this;
    if (!matches.length) return;
    const firsts = matches.map((rows) => rows[0] + 1);
    const at = way > 0 ? firsts.findIndex((first) => first > this.lanes.position) : firsts.findLastIndex((first) => first < this.lanes.position);
    const found = at >= 0 ? at : way > 0 ? 0 : matches.length - 1;
    this.lanes.part = new Set(matches[found].length > 1 ? matches[found] : []);
    this.on.go(firsts[found]);
    if (matches[found].length > 1) this.say(`match ${found + 1} of ${matches.length}: steps ${matches[found].map((row) => row + 1).join(", ")}`);
  }

  /** @param {string} text */
  say(text) {
    this.hits.textContent = text;
    announce(text);
  }

  toggle() {
    this.lanes.onlyMatches = !this.lanes.onlyMatches;
    this.only.setAttribute("aria-pressed", String(this.lanes.onlyMatches));
    this.on.rearrange();
  }

  /** Looks for something. @param {string} text */
  look(text) {
    this.input.value = text;
    this.find();
    this.next(1);
  }

  /** Explains shapes, and offers some. */
  ask() {
    const input = h("input", { type: "text", "aria-label": "Shape", value: isPattern(this.input.value) ? this.input.value : SHAPES[0][1], autofocus: true });
    const pick = (/** @type {string} */ text) => {
      dialog.close();
      this.look(text);
    };
    const dialog = h("dialog", { class: "help shapes", "aria-label": "Search by shape" }, h("h2", {}, "Search by shape"),
      h("p", {}, "Say what events are, and how one leads to the other. For each event that may be the first, the earliest ones are found that complete the shape."),
      h("table", {}, [["=>", "an arrow leads from one to the other"], ["->", "the one happened before the other"], ["||", "neither happened before the other"], ["&", "and also, on the same lanes"], ["$a:", "on some lane; where it stands again, on the same one; $b: on another"], ["main:", "on this lane"], ["locks mu", "words that the event begins its words with"]].map(([sign, text]) => h("tr", {}, h("th", { scope: "row" }, sign), h("td", {}, text)))),
      h("form", { method: "dialog", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); pick(input.value); } }, input, h("button", {}, "Search")),
      h("h3", {}, "For example"), h("ul", {}, SHAPES.map(([title, text]) => h("li", {}, h("button", { class: "bare", type: "button", onclick: () => pick(text) }, title, h("code", {}, text))))),
      h("form", { method: "dialog" }, h("button", {}, "Close")));
    openDialog(dialog);
  }
}
