// What everything holds at a position: pinned values, what is shared, and each goroutine with its stack and its variables.
import { HUES, h } from "./dom.js";

const KINDS = [
  ["channel", "Channels"],
  ["lock", "Locks"],
  ["group", "Wait groups"],
  ["global", "Package variables"],
];

export class Inspector {
  /**
   * @param {import("./model.js").RunModel} model
   * @param {{ place: (at: any) => void, pinned: () => void }} on
   */
  constructor(model, on) {
    this.model = model;
    this.on = on;
    /** @type {Set<string>} */ this.pins = new Set();
    /** @type {Set<number>} */ this.closed = new Set();
    this.element = h("section", { class: "pane state", tabindex: 0, role: "region", "aria-label": "Values at this step" });
  }

  /** A name of a cell that stays. @param {any} cell */
  key(cell) {
    return `${cell.lane === undefined ? "" : this.model.lanes[cell.lane].name}/${cell.function || ""}/${cell.name}`;
  }

  /** @param {(string|null)[]} values @param {any[]} stands @param {Map<number, string|null>} changes @param {number} current */
  show(values, stands, changes, current) {
    const { model } = this;
    const parts = [];
    const circle = model.circle(stands);
    if (circle.length) {
      parts.push(h("p", { class: "circle", role: "note" }, h("b", {}, circle.length > 1 ? "They wait for each other: " : "It waits for itself: "), circle.map((lane) => `${model.who(lane)} ${stands[lane].why}`).join("; ")));
    }
    const alive = model.cells.map((cell, index) => ({ cell, index, value: values[index] })).filter((each) => each.value !== null && each.value !== undefined);
    const pinned = alive.filter((each) => this.pins.has(this.key(each.cell)));
    if (pinned.length) parts.push(this.group("Pinned", pinned, changes, true));
    for (const [kind, title] of KINDS) {
      const cells = alive.filter((each) => each.cell.kind === kind);
      if (cells.length) parts.push(this.group(title, cells, changes, false));
    }
    const lanes = model.lanes.map((_, lane) => lane).filter((lane) => stands[lane]);
    lanes.sort((a, b) => Number(b === current) - Number(a === current) || Number(stands[a].state === "ended") - Number(stands[b].state === "ended") || a - b);
    for (const lane of lanes) parts.push(this.goroutine(lane, stands[lane], alive, changes, lane === current));
    if (!parts.length) parts.push(h("p", { class: "empty" }, "Nothing is known about values here."));
    const top = this.element.scrollTop;
    this.element.replaceChildren(...parts);
    this.element.scrollTop = top;
  }

  /** @param {string} title @param {any[]} cells @param {Map<number, string|null>} changes @param {boolean} owners */
  group(title, cells, changes, owners) {
    return h("div", { class: "group" }, h("h3", {}, title), this.table(cells, changes, owners));
  }

  /** @param {any[]} cells @param {Map<number, string|null>} changes @param {boolean} owners */
  table(cells, changes, owners) {
    return h("table", {}, cells.map(({ cell, index, value }) => {
      const changed = changes.has(index);
      const old = changes.get(index);
      const isPinned = this.pins.has(this.key(cell));
      const owner = owners && cell.lane !== undefined ? `${this.model.who(cell.lane)} ` : "";
      const pin = () => {
        if (isPinned) this.pins.delete(this.key(cell));
        else this.pins.add(this.key(cell));
        this.on.pinned();
      };
      return h("tr", { class: changed ? "changed" : "" },
        h("th", { scope: "row", title: cell.type }, owner && h("small", {}, owner), cell.name),
        h("td", { title: `${cell.type} ${value}` }, changed && old !== null && old !== undefined && old !== value && [h("del", {}, old), " → "], changed ? h("ins", {}, value) : value),
        h("td", { class: "pin" }, h("button", { class: "bare", "aria-pressed": isPinned, title: isPinned ? `unpin ${cell.name}` : `keep ${cell.name} on top`, "aria-label": `pin ${cell.name}`, onclick: pin }, isPinned ? "★" : "☆")));
    }));
  }

  /** @param {number} lane @param {any} stand @param {any[]} alive @param {Map<number, string|null>} changes @param {boolean} current */
  goroutine(lane, stand, alive, changes, current) {
    const { model } = this;
    const open = !this.closed.has(lane) && stand.state !== "ended";
    const words = /** @type {Record<string, string>} */ ({ ready: "can go on", blocked: "blocked", ended: "returned", panicked: "crashed" });
    const toggle = () => {
      if (this.closed.has(lane)) this.closed.delete(lane);
      else this.closed.add(lane);
      this.on.pinned();
    };
    const head = h("button", { class: "goroutine-head", "aria-expanded": open, onclick: toggle },
      h("b", { class: "tag", style: `--lane:var(--lane-${lane % HUES})` }, model.lanes[lane].name), h("span", { class: "function" }, /^(role|node)$/.test(model.lanes[lane].function) ? "" : model.lanes[lane].function), h("span", { class: `word ${stand.state}` }, words[stand.state]));
    const body = [];
    if (open) {
      if (stand.why) body.push(h("p", { class: "why" }, stand.why));
      const stack = stand.stack || [];
      const own = alive.filter(({ cell }) => cell.kind === "local" && cell.lane === lane);
      // A node's variables belong to no function in particular.
      const general = stack.length ? own.filter(({ cell }) => !cell.function) : own;
      if (general.length) body.push(this.table(general, changes, false));
      stack.forEach((/** @type {any} */ [name, at], /** @type {number} */ index) => {
        body.push(h("button", { class: "frame bare", title: "show this line", onclick: () => this.on.place(at) }, name, h("span", { class: "place" }, ` ${model.placeText(at)}`)));
        const depth = stack.length - 1 - index;
        const cells = own.filter(({ cell }) => cell.function === name && (cell.depth === depth || !stack.some((/** @type {any} */ frame, /** @type {number} */ other) => other !== index && frame[0] === name)));
        if (cells.length) body.push(this.table(cells, changes, false));
      });
    }
    return h("div", { class: `goroutine${current ? " current" : ""}` }, head, body);
  }
}
