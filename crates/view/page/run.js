// A run on the page: lanes or network, source, values, what else could happen, and the controls that move through it.
import { HUES, announce, copyText, download, h, plural } from "./dom.js";
import { RunModel, formatTime } from "./model.js";
import { Lanes } from "./lanes.js";
import { SourcePane } from "./source.js";
import { Inspector } from "./inspector.js";
import { Network } from "./network.js";
import { Explorer } from "./explore.js";
import { Compare } from "./compare.js";
import { Search } from "./search.js";
import { lanesSvg, mermaid, pictureSvg, savePng, saveSvg, shivizLog, sidesSvg } from "./exports.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

export class RunView {
  /**
   * @param {any} doc @param {string} name
   * @param {{ moved: (at: string) => void, branch: (schedule: string[], goOn: number, atEnd: boolean) => void, served: boolean }} on
   */
  constructor(doc, name, on) {
    this.doc = doc;
    this.name = name;
    this.on = on;
    this.model = new RunModel(doc);
    this.position = 0;
    this.shownTab = "Lanes";
    /** @type {Compare | null} */ this.compare = null;
    this.speed = 1;
    this.lanes = new Lanes(this.model, { select: (position) => this.go(position), hide: (lane) => this.hide(lane) });
    this.source = new SourcePane(this.model, { line: (file, line) => this.line(file, line) });
    this.inspector = new Inspector(this.model, { place: (at) => this.showPlace(at), pinned: () => this.refresh() });
    this.explorer = new Explorer(this.model, { take: (choice, goOn) => this.take(choice, goOn) }, Boolean(doc.live && on.served));
    this.network = new Network(this.model, this.explorer);
    this.slider = h("input", { type: "range", min: 0, max: this.model.rows.length, value: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.counter = h("output", { class: "counter" });
    this.playButton = this.button("▶", "play (space)", () => this.play());
    this.speedButton = this.button("1×", "speed", () => this.faster());
    this.search = new Search(this.model, this.lanes, { go: (position) => this.go(position), rearrange: () => this.rearrange() });
    this.chips = h("div", { class: "chips" });
    this.note = h("div", { class: "notes" });
    this.tools = this.toolbar();
    this.main = h("div", { class: "main" }, this.tools, this.lanes.element, this.chips);
    this.aside = h("div", { class: "aside" }, this.model.files.length ? this.source.element : "", h("div", { class: "lower" }, this.inspector.element, doc.live || doc.next?.length ? this.explorer.element : ""));
    this.element = h("div", { class: `run${this.model.files.length ? "" : " sourceless"}` }, h("div", { class: "columns" }, this.main, this.divider(), this.aside), this.transport());
    const withFile = this.fatalPlace();
    if (this.model.files.length) this.source.open(withFile ? withFile[0] : 0);
    this.network.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && /** @type {HTMLElement} */ (event.target).dispatchEvent(new MouseEvent("click", { bubbles: true })));
    this.drawChips();
  }

  fatalPlace() {
    return this.doc.finding?.labels[0]?.at;
  }

  /** @param {string} text @param {string} title @param {() => void} onclick */
  button(text, title, onclick) {
    return h("button", { title, "aria-label": title, onclick }, text);
  }

  toolbar() {
    const titles = ["Lanes", "Network", ...(this.doc.passing ? ["Compare"] : [])];
    const hints = /** @type {Record<string, string>} */ ({ Lanes: "who does what, in order", Network: "who sends what to whom", Compare: "beside the nearest run that ends well" });
    this.tabs = titles.map((title) => h("button", { role: "tab", "aria-selected": title === "Lanes", title: `${hints[title]} (v)`, onclick: () => this.tab(title) }, title));
    const toggle = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => boolean} */ change) => {
      const button = h("button", { title, "aria-pressed": "false", onclick: () => button.setAttribute("aria-pressed", String(change())) }, text);
      return button;
    };
    this.collapseButton = toggle("Collapse", "collapse local work (c)", () => this.collapse());
    this.causesButton = toggle("Causes", "what happened before this step, and after it (h)", () => this.causality());
    this.kindSelect = h("select", { "aria-label": "Show only this kind of step", onchange: () => this.only(this.kindSelect.value) }, h("option", { value: "" }, "All steps"),
      [["send receive close", "Channels"], ["lock unlock sync", "Locks and groups"], ["read write", "Memory"], ["go exit", "Starts and ends"], ["panic fault timer input", "Faults and inputs"]].map(([value, text]) => h("option", { value }, text)));
    const offer = () => this.kindSelect.append(...this.objectNames().map((name) => h("option", { value: `object ${name}` }, `Only ${name}`)));
    // In a long run it takes a while to find them.
    if (this.model.rows.length < 2000) offer();
    else this.kindSelect.addEventListener("focus", offer, { once: true });
    this.objectsButton = toggle("Objects", "columns for channels and locks (o)", () => this.objects());
    this.laneTools = [this.search.shapes, this.kindSelect, this.collapseButton, this.objectsButton, this.causesButton, this.search.only];
    return h("div", { class: "toolbar", role: "toolbar", "aria-label": "The view" },
      h("div", { class: "tabs", role: "tablist" }, this.tabs), this.search.input, this.search.shapes, this.search.hits, this.search.only, this.kindSelect, this.collapseButton, this.objectsButton, this.causesButton,
      h("span", { class: "spacer" }), this.button("−", "smaller (-)", () => this.zoom(1 / 1.2)), this.button("+", "larger (+)", () => this.zoom(1.2)));
  }

  transport() {
    return h("footer", { class: "transport", role: "toolbar", "aria-label": "Move through the run" },
      this.button("⇤", "first (Home)", () => this.go(0)), this.button("◁", "back (↑)", () => this.go(this.position - 1)), this.playButton, this.button("▷", "next (↓)", () => this.go(this.position + 1)), this.button("⇥", "to the end (End)", () => this.go(this.model.rows.length)),
      this.button("⇄", "next context switch (s)", () => this.nextSwitch(1)), this.button("⇣", "next of this goroutine (g)", () => this.nextOfLane(1)), this.speedButton, this.slider, this.counter);
  }

  /** A line to drag between the columns. */
  divider() {
    const line = h("div", { class: "divider", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": "Width of the run", "aria-valuenow": 58, "aria-valuemin": 25, "aria-valuemax": 80, title: "drag to resize" });
    const set = (/** @type {number} */ part) => {
      const now = Math.round(Math.min(80, Math.max(25, part)));
      line.setAttribute("aria-valuenow", String(now));
      this.element.style.setProperty("--split", `${now}%`);
    };
    line.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const way = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
      if (!way) return;
      set(Number(line.getAttribute("aria-valuenow")) + way);
      event.stopPropagation();
      event.preventDefault();
    });
    line.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      line.setPointerCapture(event.pointerId);
      const move = (/** @type {PointerEvent} */ at) => {
        const box = this.element.getBoundingClientRect();
        set(((at.clientX - box.left) / box.width) * 100);
      };
      line.addEventListener("pointermove", move);
      line.addEventListener("pointerup", () => line.removeEventListener("pointermove", move), { once: true });
    });
    return line;
  }

  /** Goes to a position: so many rows have happened. @param {number} position */
  go(position) {
    const rows = this.model.rows.length;
    this.position = Math.max(0, Math.min(rows, position));
    this.slider.max = String(rows);
    this.slider.value = String(this.position);
    this.slider.setAttribute("aria-valuetext", `step ${this.position} of ${rows}`);
    if (this.lanes.causes) this.setCauses();
    this.lanes.go(this.position);
    if (this.shownTab === "Compare") this.compare.go(this.position);
    this.refresh();
    const row = this.model.rows[this.position - 1];
    announce(row ? `Step ${this.position}: ${row.acts.map((/** @type {any} */ act) => `${this.model.who(act.lane)} ${act.what}`).join("; ")}` : "The start");
    this.on.moved(this.link());
  }

  /** Shows the state at the position. */
  refresh() {
    const { model } = this;
    const step = model.stepAt(this.position);
    const { values, stands } = model.stateAt(step);
    const row = model.rows[this.position - 1];
    const act = row?.acts[0];
    const clock = model.steps[step].clock;
    this.counter.textContent = `step ${this.position} of ${model.rows.length}${clock ? `, ${formatTime(clock)}` : ""}`;
    const at = act?.at || (this.position === model.rows.length ? this.fatalPlace() : null);
    if (at && model.files.length) this.source.open(at[0]);
    if (model.files.length) this.source.show(stands, this.position === model.rows.length && this.doc.finding ? { at: this.fatalPlace() } : act);
    this.inspector.show(values, stands, model.changesAt(this.position), act ? act.lane : -1);
    this.explorer.show(this.position);
    if (this.showsNetwork) this.network.show(this.position, values, stands);
  }

  /** Where this is, for a link: the number of the choice, and which row of it. */
  link() {
    if (this.position === 0) return "0";
    const row = this.model.rows[this.position - 1];
    const { first, last } = this.model.steps[row.step];
    return last - first > 1 ? `${row.step}.${row.index - first + 1}` : `${row.step}`;
  }

  /** @param {string} link */
  follow(link) {
    const [step, part] = link.split(".").map(Number);
    const made = this.model.steps[step];
    if (!made || Number.isNaN(step)) return this.go(this.model.rows.length);
    this.go(link === "0" ? 0 : Math.min(made.last, part ? made.first + part : made.last));
  }

  /** Takes a choice at this position, and goes on for some steps. @param {string | null} choice @param {number} goOn */
  take(choice, goOn) {
    const found = this.model.choicesAt(this.position);
    if (!found) return;
    this.pause();
    this.on.branch([...this.model.scheduleTo(found.step), ...(choice ? [choice] : [])], goOn, !found.taken);
  }

  /** @param {number} file @param {number} line */
  line(file, line) {
    const rows = this.model.rowsAt(file, line);
    this.lanes.marked = new Set(rows);
    if (!rows.length) {
      this.lanes.draw(true);
      announce("this line did not run");
      return;
    }
    const next = rows.find((/** @type {number} */ row) => row + 1 > this.position) ?? rows[0];
    this.go(next + 1);
    this.search.say(`line ${line} ran in ${plural(rows.length, "step")}`);
  }

  /** @param {any} at */
  showPlace(at) {
    this.source.open(at[0]);
    this.source.show(this.source.stands, { at });
  }

  rearrange() {
    this.lanes.arrange();
    this.lanes.go(this.position);
    this.drawChips();
  }

  /** @param {number} lane */
  hide(lane) {
    if (this.lanes.hidden.has(lane)) this.lanes.hidden.delete(lane);
    else if (this.lanes.order.length > 1) this.lanes.hidden.add(lane);
    this.rearrange();
  }

  /** @param {string} kinds */
  only(kinds) {
    this.lanes.object = kinds.startsWith("object ") ? kinds.slice(7) : "";
    this.lanes.kinds = new Set(kinds && !this.lanes.object ? kinds.split(" ") : []);
    this.rearrange();
  }

  collapse() {
    this.lanes.collapsed = !this.lanes.collapsed;
    this.rearrange();
    return this.lanes.collapsed;
  }

  /** Columns for channels and locks. */
  objects() {
    this.lanes.withObjects = !this.lanes.withObjects;
    this.rearrange();
    return this.lanes.withObjects;
  }

  /** The channels and locks that are used, those that are used most first. */
  objectNames() {
    return this.model.objects().slice(0, 40).map((object) => object.name);
  }

  causality() {
    if (this.lanes.causes) this.lanes.causes = null;
    else this.setCauses();
    this.lanes.draw(true);
    this.drawChips();
    return Boolean(this.lanes.causes);
  }

  setCauses() {
    const act = this.model.rows[Math.max(0, this.position - 1)]?.acts[0];
    if (act) this.lanes.causes = { act: act.number, before: this.model.reach(act.number, false), after: this.model.reach(act.number, true) };
  }

  drawChips() {
    const chips = [...this.lanes.hidden].map((lane) => h("button", { class: "chip", title: "show it again", onclick: () => this.hide(lane) }, `${this.model.who(lane)} is hidden ×`));
    if (this.lanes.causes) chips.push(h("span", { class: "legend" }, h("i", { class: "earlier" }), "happened before", h("i", { class: "later" }), "happens after", h("i", { class: "apart" }), "concurrent: neither"));
    this.chips.replaceChildren(...chips);
  }

  /** @param {string} title */
  tab(title) {
    this.shownTab = title;
    this.showsNetwork = title === "Network";
    for (const tab of this.tabs) tab.setAttribute("aria-selected", String(tab.textContent === title));
    if (title === "Compare") this.compare ||= new Compare(this.model, { select: (position) => this.go(position) });
    const shown = title === "Compare" ? this.compare.element : this.showsNetwork ? this.network.element : this.lanes.element;
    this.main.children[1].replaceWith(shown);
    // What changes the lanes is of no use to the others.
    for (const tool of this.laneTools) tool.hidden = title !== "Lanes";
    this.search.only.hidden ||= !this.lanes.hits;
    if (title === "Compare") this.compare.layout();
    this.refresh();
    if (title === "Lanes") this.lanes.layout();
  }

  /** The next tab. */
  turn() {
    const titles = this.tabs.map((tab) => tab.textContent || "");
    this.tab(titles[(titles.indexOf(this.shownTab) + 1) % titles.length]);
  }

  /** @param {number} factor 0: as it was */
  zoom(factor) {
    if (this.showsNetwork) this.network.zoomBy(factor);
    else this.lanes.setZoom(factor ? this.lanes.zoom * factor : 1);
  }

  play() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.position >= this.model.rows.length) this.go(0);
    this.playing = true;
    this.playButton.textContent = "❚❚";
    let time = this.position;
    let last = performance.now();
    const tick = (/** @type {number} */ now) => {
      if (!this.playing) return;
      time += ((now - last) / 1000) * this.speed * 1.5;
      last = now;
      const whole = Math.min(this.model.rows.length, Math.floor(time));
      if (whole !== this.position) this.go(whole);
      if (this.showsNetwork) {
        const { values, stands } = this.model.stateAt(this.model.stepAt(this.position));
        this.network.show(Math.min(time, this.model.rows.length), values, stands);
      }
      if (time >= this.model.rows.length) this.pause();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  pause() {
    this.playing = false;
    this.playButton.textContent = "▶";
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.speedButton.textContent = `${this.speed}×`;
  }

  /** @param {number} way */
  nextSwitch(way) {
    const lanesOf = (/** @type {number} */ row) => this.model.rows[row]?.acts.map((/** @type {any} */ act) => act.lane) || [];
    for (let row = this.position - 1 + way; row >= 0 && row < this.model.rows.length; row += way) {
      const before = lanesOf(row - 1);
      if (row > 0 && !lanesOf(row).some((/** @type {number} */ lane) => before.includes(lane))) return this.go(row + 1);
    }
    this.go(way > 0 ? this.model.rows.length : 0);
  }

  /** @param {number} way */
  nextOfLane(way) {
    const lane = this.model.rows[this.position - 1]?.acts[0].lane ?? 0;
    for (let row = this.position - 1 + way; row >= 0 && row < this.model.rows.length; row += way) {
      if (this.model.rows[row].acts.some((/** @type {any} */ act) => act.lane === lane)) return this.go(row + 1);
    }
  }

  /** @param {string} key */
  key(key) {
    const page = Math.max(1, Math.floor(this.lanes.scroller.clientHeight / this.lanes.rowHeight) - 3);
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowDown: () => this.go(this.position + 1), ArrowRight: () => this.go(this.position + 1), j: () => this.go(this.position + 1), d: () => this.go(this.position + 1),
      ArrowUp: () => this.go(this.position - 1), ArrowLeft: () => this.go(this.position - 1), k: () => this.go(this.position - 1), a: () => this.go(this.position - 1),
      PageDown: () => this.go(this.position + page), PageUp: () => this.go(this.position - page), Home: () => this.go(0), End: () => this.go(this.model.rows.length),
      s: () => this.nextSwitch(1), S: () => this.nextSwitch(-1), g: () => this.nextOfLane(1), G: () => this.nextOfLane(-1), " ": () => this.play(),
      c: () => this.collapseButton.click(), h: () => this.causesButton.click(), "/": () => this.search.input.focus(), n: () => this.search.next(1), N: () => this.search.next(-1), p: () => this.search.ask(),
      "+": () => this.zoom(1.2), "-": () => this.zoom(1 / 1.2), "0": () => this.zoom(0),
      v: () => this.turn(), o: () => this.objectsButton.click(),
    });
    if (!keys[key]) return false;
    if (key !== " ") this.pause();
    keys[key]();
    return true;
  }

  menu() {
    const picture = () => (this.showsNetwork ? pictureSvg(this.network.svg) : this.shownTab === "Compare" ? sidesSvg(this.compare.left, this.compare.right) : lanesSvg(this.lanes));
    return [
      ["SVG picture", () => saveSvg(this.name, picture())],
      ["PNG picture", () => savePng(this.name, picture())],
      ["Mermaid sequence diagram", () => download(`${this.name}.mmd`, new Blob([mermaid(this.model)]))],
      ["ShiViz log", () => download(`${this.name}.log`, new Blob([shivizLog(this.model)]))],
      ["JSON of this run", () => download(`${this.name}.json`, new Blob([JSON.stringify(this.doc)]))],
      ["Schedule (to copy)", (/** @type {HTMLElement} */ button) => copyText(button, this.model.scheduleTo(this.model.steps.length - 1).join("\n"))],
    ];
  }

  /** Takes steps that the engine has made, and what could happen after them. @param {any[]} steps @param {any[]} next */
  append(steps, next) {
    for (const step of steps) {
      this.doc.steps.push(step);
      this.model.addStep(step);
    }
    this.doc.next = next;
    if (this.lanes.hits) this.search.find();
    this.lanes.arrange();
  }
}
