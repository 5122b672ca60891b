// A state graph: states in layers, a path through it to step along, and what leaves each state.
import { announce, cut, esc, h } from "./dom.js";
import { layered } from "./layout.js";
import { bendEdges, placeLabels } from "./edges.js";
import { mermaidGraph, pictureSvg, savePng, saveSvg } from "./exports.js";
import { download } from "./dom.js";

/** Longer labels are cut. */
const LABEL = 32;

export class GraphView {
  /** @param {any} doc @param {{ moved: (step: number) => void }} on */
  constructor(doc, on) {
    this.doc = doc;
    this.on = on;
    /** The walk: edges taken from the initial state. @type {number[]} */ this.walk = doc.path ? [...doc.path] : [];
    this.step = 0;
    this.out = Array.from({ length: doc.states }, () => /** @type {number[]} */ ([]));
    doc.edges.forEach((/** @type {number[]} */ edge, /** @type {number} */ index) => this.out[edge[0]].push(index));
    const { x, y } = layered(doc.states, doc.initial, doc.edges, Math.max(...doc.labels.map((/** @type {string} */ label) => Math.min(LABEL, label.length))));
    this.x = x;
    this.y = y;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("class", "graph-svg");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", `State graph with ${doc.states} states`);
    this.side = h("aside", { class: "graph-side" });
    this.search = h("input", { type: "search", placeholder: "Search labels and states", "aria-label": "Search labels and states", oninput: () => this.mark() });
    const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act) => h("button", { title, "aria-label": title, onclick: act }, text);
    this.slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Step of the run", oninput: () => this.go(Number(this.slider.value)) });
    this.counter = h("output", { class: "counter" });
    const transport = h("footer", { class: "transport", role: "toolbar", "aria-label": "Move through the run" }, button("⇤", "first (Home)", () => this.go(0)), button("◁", "back (↑)", () => this.go(this.step - 1)), button("▷", "next (↓)", () => this.go(this.step + 1)), button("⇥", "to the end (End)", () => this.go(this.walk.length)), this.slider, this.counter,
      button("−", "smaller (-)", () => this.zoomBy(0.8)), button("+", "larger (+)", () => this.zoomBy(1.25)), button("⤢", "all of it (0)", () => this.fit()));
    this.element = h("div", { class: "graph" }, h("div", { class: "graph-body" }, h("div", { class: "graph-canvas", tabindex: 0, role: "application", "aria-label": "The graph: arrows step through the run" }, this.svg), this.side), transport);
    this.camera = { x: 0, y: 0, scale: 1 };
    this.paint();
    this.controls();
    requestAnimationFrame(() => this.fit());
    this.go(0);
  }

  /** Draws everything once; later only classes and the camera change. */
  paint() {
    const { doc } = this;
    const many = doc.edges.length > 400;
    /** @type {Map<string, { from: number, to: number, labels: number[], edges: number[] }>} */ const pairs = new Map();
    doc.edges.forEach((/** @type {number[]} */ [from, label, to], /** @type {number} */ index) => {
      const key = `${from} ${to}`;
      const pair = pairs.get(key) || { from, to, labels: [], edges: [] };
      pair.labels.push(label);
      pair.edges.push(index);
      pairs.set(key, pair);
    });
    this.pairOf = new Map();
    const finals = new Set(doc.finals || []);
    const parts = [`<g class="world">`];
    const list = [...pairs.values()];
    const texts = list.map((pair) => cut(pair.labels.map((label) => doc.labels[label]).join(", "), LABEL));
    const curves = bendEdges(list, (pair) => pairs.has(`${pair.to} ${pair.from}`), this.x, this.y, !many);
    const places = many ? curves.map(() => null) : placeLabels(curves, texts, list, this.x, this.y);
    list.forEach((pair, number) => {
      for (const edge of pair.edges) this.pairOf.set(edge, number);
      parts.push(this.edge(pair, number, many, curves[number]));
    });
    // Labels after all edges, which would strike them through.
    list.forEach((pair, number) => {
      const c = curves[number];
      const at = places[number] || (c ? { x: (c.x1 + 2 * c.mx + c.x2) / 4, y: (c.y1 + 2 * c.my + c.y2) / 4 } : { x: this.x[pair.from] + 34, y: this.y[pair.from] - 14 });
      parts.push(`<text class="label${many ? " many" : ""}" id="label-${number}" x="${at.x}" y="${at.y}">${esc(texts[number])}</text>`);
    });
    for (let state = 0; state < doc.states; state++) {
      parts.push(`<g class="state-node${state === doc.initial ? " initial" : ""}${finals.has(state) ? " final" : ""}" id="state-${state}" data-state="${state}"><circle cx="${this.x[state]}" cy="${this.y[state]}" r="14"/>${finals.has(state) ? `<circle class="inner" cx="${this.x[state]}" cy="${this.y[state]}" r="10.5"/>` : ""}<text x="${this.x[state]}" y="${this.y[state] + 4}">${state}</text></g>`);
    }
    const at = doc.initial;
    parts.push(`<path class="start" d="M${this.x[at] - 34} ${this.y[at] - 20}L${this.x[at] - 16} ${this.y[at] - 10}"/><path class="start-tip" d="M${this.x[at] - 12} ${this.y[at] - 7}l-9 -0.6l4.2 -7.2z"/></g>`);
    this.svg.innerHTML = parts.join("");
    this.world = /** @type {SVGGElement} */ (this.svg.firstElementChild);
    this.svg.addEventListener("click", (event) => {
      const node = /** @type {Element} */ (event.target).closest("[data-state]");
      if (node) this.chosen = Number(node.getAttribute("data-state"));
      if (node) this.go(this.step);
    });
  }

  /** @param {any} pair @param {number} number @param {boolean} many @param {any} c its curve */
  edge(pair, number, many, c) {
    const [x1, y1] = [this.x[pair.from], this.y[pair.from]];
    const full = pair.labels.map((/** @type {number} */ label) => this.doc.labels[label]).join(", ");
    const silent = pair.labels.every((/** @type {number} */ label) => label === 0) && this.doc.labels[0] === "i";
    let path = `M${x1 + 8} ${y1 - 11}C${x1 + 36} ${y1 - 34} ${x1 + 40} ${y1 + 4} ${x1 + 15} ${y1 + 2}`;
    let tip = `M${x1 + 13} ${y1 + 2}l8 -4v7z`;
    if (c) {
      const [back, out] = [Math.hypot(c.x2 - c.mx, c.y2 - c.my) || 1, Math.hypot(c.mx - x1, c.my - y1) || 1];
      const [vx, vy] = [(c.x2 - c.mx) / back, (c.y2 - c.my) / back];
      const [ex, ey] = [c.x2 - vx * 15, c.y2 - vy * 15];
      path = `M${x1 + ((c.mx - x1) / out) * 14} ${y1 + ((c.my - y1) / out) * 14}Q${c.mx} ${c.my} ${ex - vx * 5} ${ey - vy * 5}`;
      tip = `M${ex} ${ey}l${-vx * 8 - vy * 4} ${-vy * 8 + vx * 4}l${vy * 8} ${-vx * 8}z`;
    }
    return `<g class="edge${silent ? " silent" : ""}${many ? " many" : ""}" id="edge-${number}"><path d="${path}"/><path class="tip" d="${tip}"/><title>${esc(`${pair.from} → ${pair.to}: ${full}`)}</title></g>`;
  }

  /** Moving and zooming. */
  controls() {
    const { svg } = this;
    /** @type {{ x: number, y: number } | null} */ let from = null;
    svg.addEventListener("pointerdown", (event) => (from = { x: event.clientX, y: event.clientY }));
    svg.addEventListener("pointermove", (event) => {
      if (!from || !event.buttons) return;
      this.camera.x += event.clientX - from.x;
      this.camera.y += event.clientY - from.y;
      from = { x: event.clientX, y: event.clientY };
      this.move();
    });
    svg.addEventListener("pointerup", () => (from = null));
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.offsetX, event.offsetY);
    }, { passive: false });
    new ResizeObserver(() => this.move()).observe(svg);
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] */
  zoomBy(factor, x = this.svg.clientWidth / 2, y = this.svg.clientHeight / 2) {
    const scale = Math.min(3, Math.max(0.02, this.camera.scale * factor));
    const change = scale / this.camera.scale;
    this.camera = { scale, x: x - (x - this.camera.x) * change, y: y - (y - this.camera.y) * change };
    this.move();
  }

  move() {
    const { x, y, scale } = this.camera;
    this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    this.svg.classList.toggle("far", scale < 0.45);
  }

  fit() {
    const box = this.world.getBBox();
    const [left, right, top, bottom] = [box.x - 24, box.x + box.width + 24, box.y - 24, box.y + box.height + 24];
    const { clientWidth: wide, clientHeight: high } = this.svg;
    const scale = Math.min(1.4, wide / (right - left), high / (bottom - top)) || 1;
    this.camera = { scale, x: (wide - (left + right) * scale) / 2, y: (high - (top + bottom) * scale) / 2 };
    this.move();
  }

  /** The state after so many steps of the walk. @param {number} step */
  stateAfter(step) {
    return step > 0 ? this.doc.edges[this.walk[step - 1]][2] : this.doc.initial;
  }

  /** Goes along the walk. @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(this.walk.length, step));
    for (const old of this.svg.querySelectorAll(".current, .walked, .ahead, .chosen")) old.classList.remove("current", "walked", "ahead", "chosen");
    this.walk.forEach((edge, index) => {
      for (const part of ["edge", "label"]) this.svg.querySelector(`#${part}-${this.pairOf.get(edge)}`)?.classList.add(index < this.step ? "walked" : "ahead");
    });
    // Above the other edges, and below the labels.
    const label = this.svg.querySelector(".label");
    for (const edge of this.svg.querySelectorAll(".edge.walked, .edge.ahead")) this.world.insertBefore(edge, label);
    const state = this.stateAfter(this.step);
    this.svg.querySelector(`#state-${state}`)?.classList.add("current");
    if (this.chosen !== undefined) this.svg.querySelector(`#state-${this.chosen}`)?.classList.add("chosen");
    const [sx, sy] = [this.x[state] * this.camera.scale + this.camera.x, this.y[state] * this.camera.scale + this.camera.y];
    const { clientWidth: wide, clientHeight: high } = this.svg;
    if (wide && (sx < 40 || sy < 40 || sx > wide - 40 || sy > high - 40)) {
      this.camera.x += wide / 2 - sx;
      this.camera.y += high / 2 - sy;
      this.move();
    }
    this.drawSide();
    this.slider.max = String(this.walk.length);
    this.slider.value = String(this.step);
    this.counter.textContent = this.walk.length ? `step ${this.step} of ${this.walk.length}` : "no steps yet";
    announce(`step ${this.step}, state ${state}`);
    this.on.moved(this.step);
  }

  /** Takes a transition: the walk goes on from here another way. @param {number} edge */
  take(edge) {
    this.walk = [...this.walk.slice(0, this.step), edge];
    this.chosen = undefined;
    this.go(this.step + 1);
  }

  drawSide() {
    const { doc } = this;
    const state = this.stateAfter(this.step);
    const from = this.chosen ?? state;
    const leaving = this.out[from].slice(0, 200);
    const cycle = doc.cycle;
    const own = doc.path && this.walk.length === doc.path.length && this.walk.every((edge, index) => edge === doc.path[index]);
    const steps = this.walk.map((edge, index) => h("li", { class: index + 1 === this.step ? "current" : index < this.step ? "done" : "" }, own && index === cycle ? h("em", {}, "for ever:") : "", h("button", { class: "bare", onclick: () => this.go(index + 1) }, doc.labels[doc.edges[edge][1]], h("span", { class: "place" }, ` → ${doc.edges[edge][2]}`))));
    this.side.replaceChildren(
      this.search,
      h("h3", {}, this.chosen === undefined ? `At state ${from}` : `State ${from}`, (doc.finals || []).includes(from) ? h("small", {}, " a run may end here") : ""),
      leaving.length ? h("ul", { class: "leaving" }, leaving.map((edge) => h("li", {}, h("button", { class: "bare", disabled: from !== state, onclick: () => this.take(edge) }, doc.labels[doc.edges[edge][1]], h("span", { class: "place" }, ` → ${doc.edges[edge][2]}`))))) : h("p", { class: "empty" }, "Nothing leaves this state."),
      h("h3", {}, own ? "The run" : "Your walk", own ? "" : h("button", { class: "bare small", onclick: () => { this.walk = doc.path ? [...doc.path] : []; this.go(0); } }, doc.path ? "back to the run" : "start anew")),
      this.walk.length ? h("ol", { class: "walk" }, steps) : h("p", { class: "empty" }, "Take a transition above to walk through the graph."));
    // Not by scrollIntoView: in a narrow window that would move the whole page.
    const current = this.side.querySelector("li.current");
    if (!current) return;
    const [box, row] = [this.side.getBoundingClientRect(), current.getBoundingClientRect()];
    if (row.bottom > box.bottom) this.side.scrollTop += row.bottom - box.bottom + 8;
    if (row.top < box.top) this.side.scrollTop += row.top - box.top - 8;
  }

  mark() {
    const wanted = this.search.value.toLowerCase();
    for (const edge of this.svg.querySelectorAll(".edge")) {
      const found = wanted !== "" && (edge.querySelector("title")?.textContent || "").toLowerCase().includes(wanted);
      edge.classList.toggle("found", found);
      this.svg.querySelector(`#${edge.id.replace("edge", "label")}`)?.classList.toggle("found", found);
    }
    const node = /^\d+$/.test(wanted) ? this.svg.querySelector(`#state-${wanted}`) : null;
    if (node) {
      this.chosen = Number(wanted);
      this.go(this.step);
      this.search.focus();
    }
  }

  /** @param {string} key */
  key(key) {
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowDown: () => this.go(this.step + 1), ArrowRight: () => this.go(this.step + 1), j: () => this.go(this.step + 1),
      ArrowUp: () => this.go(this.step - 1), ArrowLeft: () => this.go(this.step - 1), k: () => this.go(this.step - 1),
      Home: () => this.go(0), End: () => this.go(this.walk.length), "+": () => this.zoomBy(1.25), "-": () => this.zoomBy(0.8), "0": () => this.fit(), "/": () => this.search.focus(),
    });
    if (!keys[key]) return false;
    keys[key]();
    return true;
  }

  menu() {
    const name = this.doc.title.replace(/[^\w.-]+/g, "-");
    return [
      ["SVG picture", () => saveSvg(name, pictureSvg(this.svg))],
      ["PNG picture", () => savePng(name, pictureSvg(this.svg))],
      ["Mermaid", () => download(`${name}.mmd`, new Blob([mermaidGraph(this.doc)]))],
      ["JSON", () => download(`${name}.json`, new Blob([JSON.stringify(this.doc)]))],
    ];
  }
}
