// The run as a network: nodes on a circle, messages on their way, and how many went along each link. Time is fluent: between
// two rows a message is somewhere in between.
import { HUES, cut, esc, h } from "./dom.js";

const SIZE = 530;
const RADIUS = 190;
const NODE = 40;

export class Network {
  /**
   * @param {import("./model.js").RunModel} model
   * @param {import("./explore.js").Explorer} explorer
   */
  constructor(model, explorer) {
    this.model = model;
    this.explorer = explorer;
    /** @type {Set<string>} */ this.pins = new Set();
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("class", "network-svg");
    this.svg.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", "The network: nodes and the messages between them");
    this.chart = h("div", { class: "traffic" });
    this.detail = h("div", { class: "network-detail", role: "status" });
    this.element = h("div", { class: "network" }, this.svg, h("aside", { class: "network-side" }, this.detail, h("h3", {}, "Traffic"), this.chart));
    this.svg.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      const node = target.closest("[data-lane]");
      const message = target.closest("[data-message]");
      if (node) this.open = { lane: Number(node.getAttribute("data-lane")) };
      else if (message) this.open = { message: Number(message.getAttribute("data-message")) };
      else this.open = null;
      this.show(this.time, this.values, this.stands);
    });
    this.time = 0;
    this.scale = 1;
    this.middle = { x: SIZE / 2, y: SIZE / 2 };
    /** Found when the network is first shown. @type {any[]} */ this.messages = [];
    this.seen = -1;
    this.controls();
  }

  /** @param {number} factor 0: as it was */
  zoomBy(factor) {
    this.scale = factor ? Math.min(4, Math.max(0.5, this.scale * factor)) : 1;
    if (!factor) this.middle = { x: SIZE / 2, y: SIZE / 2 };
    this.move();
  }

  move() {
    const side = SIZE / this.scale;
    this.svg.setAttribute("viewBox", `${this.middle.x - side / 2} ${this.middle.y - side / 2} ${side} ${side}`);
  }

  /** Dragging and the wheel. */
  controls() {
    /** @type {{ x: number, y: number } | null} */ let from = null;
    this.svg.addEventListener("pointerdown", (event) => (from = { x: event.clientX, y: event.clientY }));
    this.svg.addEventListener("pointermove", (event) => {
      if (!from || !event.buttons) return;
      const each = SIZE / this.scale / Math.min(this.svg.clientWidth, this.svg.clientHeight);
      this.middle = { x: this.middle.x - (event.clientX - from.x) * each, y: this.middle.y - (event.clientY - from.y) * each };
      from = { x: event.clientX, y: event.clientY };
      this.move();
    });
    this.svg.addEventListener("pointerup", () => (from = null));
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? 1.12 : 1 / 1.12);
    }, { passive: false });
  }

  /** Finds the messages: who sent what to whom, and when. */
  collect() {
    const { model } = this;
    /** @type {Map<number, any>} */ const messages = new Map();
    for (const act of model.acts) {
      if (act.kind === "send" && act.lane >= 0) messages.set(act.number, { act: act.number, from: act.lane, to: -1, sent: act.row, received: null, what: act.what, object: act.object || "", lost: null });
      if (act.kind === "receive") {
        for (const other of act.after) {
          const message = messages.get(other);
          if (message) {
            message.to = act.lane;
            message.received = act.row;
          }
        }
      }
      if (act.kind === "fault") this.fault(act, messages);
    }
    for (const message of messages.values()) {
      if (message.to < 0) {
        const named = /\bto (?:goroutine )?([^ ]+)/.exec(message.what)?.[1] ?? / → (.+)$/.exec(message.object)?.[1];
        message.to = model.lanes.findIndex((lane) => lane.name === named);
      }
    }
    this.messages = [...messages.values()].filter((message) => message.to >= 0 && message.to !== message.from);
    this.seen = model.acts.length;
  }

  /** What a fault does to messages: those that are lost fall down, a second copy sets out where the first one is. @param {any} act @param {Map<number, any>} messages */
  fault(act, messages) {
    const choice = this.model.steps[this.model.rows[act.row].step]?.choice || "";
    if (choice.startsWith("duplicate")) {
      const like = [...messages.values()].reverse().find((message) => message.object === act.object && message.from === act.lane);
      if (like) messages.set(act.number, { ...like, act: act.number, sent: act.row, received: null, lost: null, copy: true });
    } else if (!choice.startsWith("overtake")) {
      for (const other of act.after) if (messages.has(other)) messages.get(other).lost = act.row;
    }
  }

  /** @param {number} lane */
  at(lane) {
    const count = Math.max(1, this.model.lanes.length);
    const angle = (lane / count) * 2 * Math.PI - Math.PI / 2;
    const radius = count === 1 ? 0 : RADIUS;
    return { x: SIZE / 2 + radius * Math.cos(angle), y: SIZE / 2 + radius * Math.sin(angle) };
  }

  /** @param {number} time @param {(string|null)[]} values @param {any[]} stands */
  show(time, values, stands) {
    this.time = time;
    this.values = values;
    this.stands = stands;
    if (this.seen !== this.model.acts.length) this.collect();
    const { model } = this;
    const parts = [];
    /** @type {Map<string, number>} */ const traffic = new Map();
    for (const message of this.messages) {
      const key = `${message.from} ${message.to}`;
      if (!traffic.has(key)) traffic.set(key, 0);
      if (message.sent < time && !message.copy) traffic.set(key, (traffic.get(key) || 0) + 1);
    }
    for (const key of traffic.keys()) {
      const [from, to] = key.split(" ").map(Number);
      const [a, b] = [this.at(from), this.at(to)];
      parts.push(`<line class="link${traffic.get(key) ? " used" : ""}" x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}"/>`);
    }
    const row = model.rows[Math.min(model.rows.length, Math.ceil(time)) - 1];
    const acting = new Set(row ? row.acts.map((/** @type {any} */ act) => act.lane) : []);
    model.lanes.forEach((lane, index) => {
      if (model.births[index] > time && index > 0 && lane.function !== "role" && lane.function !== "node") return;
      const { x, y } = this.at(index);
      const stand = stands[index];
      const state = stand?.state || "ready";
      const pinned = model.cells.map((cell, at) => ({ cell, value: values[at] })).filter(({ cell, value }) => cell.lane === index && value !== null && value !== undefined && this.pins.has(cell.name));
      const below = y >= SIZE / 2 ? 1 : -1;
      const inner = pinned.map(({ cell, value }, at) => `<text class="pinned" x="${x}" y="${y + below * (NODE + 18) + at * 15 * below + 4}">${esc(cut(`${cell.name} = ${value}`, 28))}</text>`).join("");
      parts.push(`<g class="node ${state}${acting.has(index) ? " acting" : ""}" data-lane="${index}" tabindex="0" role="button" aria-label="${esc(`${lane.name}, ${state === "panicked" ? "crashed" : state}`)}" style="--lane:var(--lane-${index % HUES})"><circle cx="${x}" cy="${y}" r="${NODE}"/><text class="name" x="${x}" y="${y + 1}" style="font-size:${Math.min(14, 120 / Math.min(14, lane.name.length))}px">${esc(cut(lane.name, 14))}</text><text class="sub" x="${x}" y="${y + 17}">${state === "panicked" ? "crashed" : state === "ended" ? "returned" : state === "blocked" ? "waits" : `t = ${model.clockAt(index, time)}`}</text><circle class="lamp" cx="${x + NODE * 0.72}" cy="${y - NODE * 0.72}" r="6"/>${inner}<title>${esc(`${model.who(index)} ${lane.function}${stand?.why ? `: ${stand.why}` : ""}`)}</title></g>`);
    });
    /** How many are under way before, by link. @type {Map<string, number>} */ const queues = new Map();
    this.messages.forEach((message, index) => {
      const end = message.received ?? message.lost;
      if (message.sent >= time || (end !== null && end + 1 <= time)) return;
      const key = `${message.from} ${message.to}`;
      const before = queues.get(key) || 0;
      queues.set(key, before + 1);
      const [a, b] = [this.at(message.from), this.at(message.to)];
      // Who has no end yet waits in the middle, one behind the other.
      const part = end === null ? Math.min(Math.max(0.1, 0.6 - before * 0.16), (time - message.sent) * 0.6) : (time - message.sent) / (end + 1 - message.sent);
      const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [from, to] = [NODE / far, 1 - NODE / far];
      const along = from + (to - from) * part * (message.lost === null ? 1 : 0.6);
      const fall = message.lost === null ? 0 : part * part * 90;
      // On the right-hand side: others may come along.
      const [x, y] = [a.x + (b.x - a.x) * along - ((b.y - a.y) / far) * 9, a.y + (b.y - a.y) * along + ((b.x - a.x) / far) * 9 + fall];
      parts.push(`<g class="message${message.lost === null ? "" : " lost"}" data-message="${index}" style="--lane:var(--lane-${message.from % HUES})"><circle cx="${x}" cy="${y}" r="9"/><text x="${x}" y="${y - 13}">${esc(cut(messageText(message), 22))}</text><title>${esc(`${model.who(message.from)} ${message.what}`)}</title></g>`);
    });
    this.svg.innerHTML = parts.join("");
    this.drawTraffic(traffic);
    this.drawDetail(values, stands);
  }

  /** @param {Map<string, number>} traffic */
  drawTraffic(traffic) {
    const most = Math.max(1, ...traffic.values());
    const bars = [...traffic].sort((a, b) => b[1] - a[1]).slice(0, 24);
    this.chart.replaceChildren(...(bars.length ? bars.map(([key, count]) => {
      const [from, to] = key.split(" ").map(Number);
      return h("div", { class: "bar", title: `${count} so far` }, h("span", {}, `${this.model.lanes[from].name} → ${this.model.lanes[to].name}`), h("b", {}, String(count)), h("i", { style: `width:${(count / most) * 100}%;--lane:var(--lane-${from % HUES})` }));
    }) : [h("p", { class: "empty" }, "No messages pass between these goroutines.")]));
  }

  /** @param {(string|null)[]} values @param {any[]} stands */
  drawDetail(values, stands) {
    const { model, open } = this;
    if (!open) {
      this.detail.replaceChildren(h("p", { class: "empty" }, "Click a node for its variables, or a message for its content."));
    } else if (open.message !== undefined) {
      const message = this.messages[open.message];
      this.detail.replaceChildren(h("h3", {}, "Message"), h("p", {}, `${model.who(message.from)} ${message.what}`), this.explorer.whatIf((fault) => fault.message === message.act), h("p", { class: "place" }, `sent in step ${message.sent + 1}, ${message.received === null ? (message.lost === null ? "not received" : `lost in step ${message.lost + 1}`) : `received in step ${message.received + 1}`}`));
    } else {
      const { lane } = open;
      const cells = model.cells.map((cell, at) => ({ cell, value: values[at] })).filter(({ cell, value }) => cell.lane === lane && value !== null && value !== undefined);
      const pin = (/** @type {string} */ name) => {
        if (this.pins.has(name)) this.pins.delete(name);
        else this.pins.add(name);
        this.show(this.time, this.values, this.stands);
      };
      this.detail.replaceChildren(h("h3", {}, model.who(lane), h("small", { title: "Lamport's clock: later than all that the node knows of" }, ` logical time ${model.clockAt(lane, this.time)}`)), stands[lane]?.why ? h("p", { class: "why" }, stands[lane].why) : "", this.explorer.whatIf((fault) => fault.message === undefined && (fault.lanes || []).length === 1 && fault.lanes[0] === lane), h("table", {}, cells.map(({ cell, value }) => h("tr", {}, h("th", { scope: "row" }, cell.name), h("td", {}, value), h("td", { class: "pin" }, h("button", { class: "bare", "aria-pressed": this.pins.has(cell.name), title: `watch ${cell.name} on every node`, "aria-label": `watch ${cell.name}`, onclick: () => pin(cell.name) }, this.pins.has(cell.name) ? "★" : "☆"))))));
    }
  }
}

/** What a message carries, without who sent it where. @param {any} message */
function messageText(message) {
  return message.what.replace(/^(sends|hands) /, "").replace(/ to .*$/, "").replace(/ on .*$/, "");
}
