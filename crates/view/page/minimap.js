// The whole run in a strip: a stroke for each act, where somebody stands still, and which part of it is in sight.
//
// The strip is painted once. What moves are two elements above it, which the browser moves without painting anything.
import { HUES, colour, h } from "./dom.js";

export class Minimap {
  /** @param {any} lanes @param {(part: number) => void} press */
  constructor(lanes, press) {
    this.lanes = lanes;
    this.canvas = h("canvas", {});
    this.window = h("i", { class: "minimap-window" });
    this.cursor = h("i", { class: "minimap-cursor" });
    this.element = h("div", { class: "minimap", title: "The whole run: click to go there", "aria-hidden": "true" }, this.canvas, this.window, this.cursor);
    const pressed = (/** @type {PointerEvent} */ event) => {
      const box = this.element.getBoundingClientRect();
      press((event.clientY - box.top - 4) / (box.height - 8));
    };
    this.element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.element.setPointerCapture(event.pointerId);
      pressed(event);
    });
    this.element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => event.buttons && pressed(event));
    this.high = 0;
  }

  paint() {
    const { lanes, canvas } = this;
    const { clientWidth: wide, clientHeight: high } = this.element;
    this.high = high;
    const context = canvas.getContext("2d");
    if (!high || !context) return;
    const scale = window.devicePixelRatio || 1;
    canvas.width = wide * scale;
    canvas.height = high * scale;
    context.scale(scale, scale);
    const hues = Array.from({ length: HUES }, (_, index) => colour(`--lane-${index}`));
    const bad = colour("--bad");
    const width = wide / Math.max(1, lanes.order.length);
    const each = (high - 8) / Math.max(1, lanes.items.length);
    const columns = new Map(lanes.order.map((/** @type {number} */ lane, /** @type {number} */ at) => [lane, at]));
    context.fillStyle = colour("--blocked");
    for (const span of lanes.allSpans) context.fillRect(columns.get(span.lane) * width + 1, 4 + span.a * each, Math.max(1, width - 2), Math.max(0, (span.b - span.a) * each));
    // Of several acts on one pixel one is enough.
    const drawn = new Int32Array(lanes.order.length + 1).fill(-1);
    lanes.items.forEach((/** @type {any} */ item, /** @type {number} */ place) => {
      const y = Math.floor((4 + place * each) * scale);
      for (const act of lanes.model.rows[item.row].acts) {
        const column = columns.get(act.lane);
        const wrong = act.kind === "panic" || act.kind === "fault";
        if (column === undefined || (drawn[column] === y && !wrong)) continue;
        drawn[column] = y;
        context.fillStyle = wrong ? bad : hues[act.lane % HUES];
        context.fillRect(column * width + 1, 4 + place * each, Math.max(1, width - 2), Math.max(1, Math.min(4, each - 0.5)));
      }
    });
  }

  /** Shows what is in sight, as parts of the whole. @param {number} top @param {number} bottom @param {number} current */
  move(top, bottom, current) {
    const room = this.high - 8;
    const from = Math.min(1, Math.max(0, top)) * room;
    const tall = Math.max(6, Math.min(1, bottom) * room - from);
    this.window.style.transform = `translateY(${4 + Math.min(from, room - tall)}px)`;
    if (this.tall !== tall) this.window.style.height = `${(this.tall = tall)}px`;
    this.cursor.style.transform = `translateY(${3 + current * room}px)`;
  }
}
