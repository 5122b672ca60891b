// The run as lanes: time goes down, a column for each goroutine, arrows between them. Only the rows in sight are drawn, so
// that a hundred thousand of them scroll as well as ten.
import { HUES, cut, esc, h } from "./dom.js";

const HEAD = 58;
const LEFT = 56;
const END = 74;
const FAR = 60;
const QUIET = new Set(["read", "write", "default", "input"]);

/** What stands for a kind of act, on a grid of 14. */
const GLYPHS = {
  go: "M7 2v10M3 8l4 4 4-4",
  exit: "M3 7h8",
  send: "M3 7h8M8 4l3 3-3 3",
  receive: "M11 7H3M6 4L3 7l3 3",
  close: "M4 4l6 6M10 4l-6 6",
  lock: "M4.5 7V5a2.5 2.5 0 015 0v2M3.5 7h7v4h-7z",
  unlock: "M4.5 7V5a2.5 2.5 0 014.6-1.2M3.5 7h7v4h-7z",
  sync: "M7 3v4l3 2",
  read: "M7 4v6",
  write: "M4 10l6-6",
  panic: "M7 3v5M7 10.5v.5",
  timer: "M7 3v4h3",
  default: "M4 7h6",
  input: "M7 4v6M4 7h6",
  fault: "M4 4l6 6M10 4l-6 6",
};

export class Lanes {
  /**
   * @param {import("./model.js").RunModel} model
   * @param {{ select: (position: number) => void, hide: (lane: number) => void }} on
   */
  constructor(model, on) {
    this.model = model;
    this.on = on;
    this.position = 0;
    this.zoom = 1;
    this.wide = 1;
    this.collapsed = false;
    /** @type {Set<number>} */ this.hidden = new Set();
    /** @type {Set<string>} */ this.kinds = new Set();
    /** @type {string} */ this.query = "";
    this.onlyMatches = false;
    /** @type {{ before: Set<number>, after: Set<number>, act: number } | null} */ this.causes = null;
    /** @type {Set<number>} */ this.marked = new Set();
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("class", "lanes-svg");
    this.head = h("div", { class: "lane-heads", role: "row" });
    this.sizer = h("div", { class: "lanes-sizer" }, this.svg);
    this.scroller = h("div", { class: "lanes-scroll", tabindex: 0, role: "listbox", "aria-label": "The run, step by step" }, this.head, this.sizer);
    this.map = h("canvas", { class: "minimap", title: "The whole run: click to go there", "aria-hidden": "true" });
    this.element = h("div", { class: "lanes" }, this.scroller, this.map);
    this.scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    this.svg.addEventListener("click", (event) => this.clicked(/** @type {MouseEvent} */ (event)));
    this.scroller.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.map.addEventListener("pointerdown", (event) => this.mapPressed(event));
    this.map.addEventListener("pointermove", (event) => event.buttons && this.mapPressed(event));
    this.drag();
    new ResizeObserver(() => this.layout()).observe(this.element);
    this.arrange();
  }

  /** Decides which rows there are. */
  arrange() {
    const { model } = this;
    /** @type {{ row: number, folded: number }[]} */ const items = [];
    const shown = (/** @type {any} */ row) => {
      const acts = row.acts.filter((/** @type {any} */ act) => !this.hidden.has(act.lane));
      if (acts.length === 0 && row.acts.length > 0) return false;
      if (this.kinds.size && !acts.some((/** @type {any} */ act) => this.kinds.has(act.kind))) return false;
      return !(this.onlyMatches && this.query) || this.matches(row);
    };
    for (const row of model.rows) {
      if (!shown(row)) continue;
      const last = items[items.length - 1];
      const quiet = this.collapsed && row.acts.every((/** @type {any} */ act) => QUIET.has(act.kind));
      const before = last && model.rows[last.row];
      if (quiet && before && last.folded >= 0 && before.acts[0].lane === row.acts[0].lane && before.acts.every((/** @type {any} */ act) => QUIET.has(act.kind))) {
        last.row = row.index;
        last.folded++;
        continue;
      }
      items.push({ row: row.index, folded: quiet ? 0 : -1 });
    }
    this.items = items;
    /** Where each row is; those that are not shown have the place of the one before. */
    this.placeOf = new Int32Array(model.rows.length + 1);
    let place = -1;
    for (let row = 0, at = 0; row < model.rows.length; row++) {
      if (at < items.length && row > items[at].row) at++;
      const item = items[at];
      if (item && row >= item.row - Math.max(0, item.folded) && row <= item.row) place = at;
      this.placeOf[row] = place;
    }
    this.order = model.lanes.map((_, lane) => lane).filter((lane) => !this.hidden.has(lane));
    this.arrows = this.collectArrows();
    this.layout();
  }

  /** Arrows in groups of 64 rows, so that few are looked at. */
  collectArrows() {
    const { model } = this;
    /** @type {any[][]} */ const groups = [];
    for (const act of model.acts) {
      for (const other of act.after) {
        const from = model.acts[other];
        if (!from || from.lane === act.lane || this.hidden.has(from.lane) || this.hidden.has(act.lane) || from.lane < 0 || act.lane < 0) continue;
        const [a, b] = [this.placeOf[from.row], this.placeOf[act.row]];
        if (a < 0 || b < 0) continue;
        if (from.kind === "go") continue;
        const kind = act.kind === "receive" ? "message" : "order";
        const arrow = { from: from.lane, to: act.lane, a, b, kind, acts: [other, act.number] };
        for (let group = a >> 6; group <= b >> 6; group++) (groups[group] ||= []).push(arrow);
      }
    }
    // A goroutine begins where it is started.
    model.parents.forEach((number, lane) => {
      const parent = model.acts[number];
      if (!parent || this.hidden.has(lane) || this.hidden.has(parent.lane)) return;
      const place = this.placeOf[parent.row];
      if (place >= 0) (groups[place >> 6] ||= []).push({ from: parent.lane, to: lane, a: place, b: place, kind: "spawn", acts: [number, number] });
    });
    return groups;
  }

  get rowHeight() {
    return Math.round(30 * this.zoom);
  }

  layout() {
    const wanted = this.laneWidth || 0;
    const room = Math.max(200, this.scroller.clientWidth - LEFT - 8);
    const least = 132;
    const count = Math.max(1, this.order.length);
    this.laneWidth = Math.round(Math.max(least, Math.min(320, room / count)) * this.wide);
    this.width = Math.max(LEFT + this.laneWidth * count + 8, this.scroller.clientWidth - 2);
    this.height = this.items.length * this.rowHeight + END + 20;
    this.sizer.style.width = `${this.width}px`;
    this.sizer.style.height = `${this.height}px`;
    this.head.style.width = `${this.width}px`;
    if (wanted !== this.laneWidth || this.head.childElementCount !== count + 1) this.drawHead();
    this.draw(true);
    this.drawMap();
  }

  drawHead() {
    const { model } = this;
    this.head.replaceChildren(h("span", { class: "lane-head corner", style: `width:${LEFT}px` }, "step"));
    for (const lane of this.order) {
      const { name, function: role, started } = model.lanes[lane];
      const from = started ? `started at ${model.placeText(started)}` : "";
      this.head.append(
        h("span", { class: "lane-head", style: `width:${this.laneWidth}px;--lane:var(--lane-${lane % HUES})`, title: `${model.who(lane)}: ${role} ${from}` },
          h("b", {}, model.who(lane)), h("button", { class: "bare", title: `hide ${model.who(lane)}`, "aria-label": `hide ${model.who(lane)}`, onclick: () => this.on.hide(lane) }, "×"),
          h("small", {}, role && role !== name && role !== "role" && role !== "node" ? role : "", from && h("em", {}, ` ${from}`)))
      );
    }
  }

  /** @param {number} lane */
  x(lane) {
    return LEFT + this.order.indexOf(lane) * this.laneWidth + 18;
  }

  /** @param {any} row */
  matches(row) {
    const wanted = this.query.toLowerCase();
    return row.acts.some((/** @type {any} */ act) => `${this.model.who(act.lane)} ${act.what} ${act.kind} ${act.object || ""} ${act.function || ""} ${this.model.placeText(act.at)}`.toLowerCase().includes(wanted));
  }

  /** Draws what is in sight. */
  draw(force = false) {
    const top = this.scroller.scrollTop;
    const view = this.scroller.clientHeight - HEAD;
    const height = this.rowHeight;
    const first = Math.max(0, Math.floor(top / height) - 6);
    const last = Math.min(this.items.length, Math.ceil((top + view) / height) + 6);
    if (force || first !== this.first || last !== this.last) {
      this.first = first;
      this.last = last;
      const y = first * height;
      const span = Math.min(this.height - y, (last - first) * height + END + 20);
      this.svg.setAttribute("width", String(this.width));
      this.svg.setAttribute("height", String(span));
      this.svg.setAttribute("viewBox", `0 ${y} ${this.width} ${span}`);
      this.svg.style.top = `${y}px`;
      this.svg.innerHTML = this.markup(first, last);
    }
    this.drawWindow();
  }

  /** The rows from `first` to before `last`, as SVG. @param {number} first @param {number} last */
  markup(first, last) {
    const { model, items, rowHeight: height } = this;
    const y = (/** @type {number} */ place) => place * height + height / 2;
    const current = this.position > 0 ? this.placeOf[this.position - 1] : -1;
    const parts = [];
    const end = last === items.length;
    const [from, to] = [first * height, last * height + (end ? END : 0)];
    // The band of the current row comes first, below everything.
    if (current >= first && current < last) {
      parts.push(`<rect class="band" x="0" y="${current * height}" width="${this.width}" height="${height}"/>`);
    }
    for (const lane of this.order) parts.push(this.lane(lane, first, last, from, to, y));
    const seen = new Set();
    for (let group = first >> 6; group <= last >> 6; group++) {
      for (const arrow of this.arrows[group] || []) {
        if (!seen.has(arrow) && arrow.b >= first && arrow.a <= last) {
          seen.add(arrow);
          parts.push(this.arrow(arrow, y, from - 60, to + 60));
        }
      }
    }
    let before = first > 0 ? model.rows[items[first - 1].row].acts[0].lane : -1;
    for (let place = first; place < last; place++) {
      const row = model.rows[items[place].row];
      parts.push(this.row(place, row, y(place), height, before));
      before = row.acts[row.acts.length - 1].lane;
    }
    if (model.doc.cycle !== undefined && model.doc.cycle < model.steps.length) parts.push(this.loop(y, end));
    if (end) parts.push(this.ending(last * height));
    return parts.join("");
  }

  /** A lane's line, and where it stands still. */
  lane(/** @type {number} */ lane, /** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ from, /** @type {number} */ to, /** @type {(place: number) => number} */ y) {
    const { model } = this;
    const x = this.x(lane);
    const born = this.birthPlace(lane);
    const died = model.deaths[lane];
    const top = born < 0 ? from : Math.max(from, y(born));
    const bottom = died === null ? to : Math.min(to, y(Math.max(0, this.placeOf[Math.max(0, died - 1)])));
    if (bottom < from || top > to) return "";
    const style = `style="--lane:var(--lane-${lane % HUES})"`;
    let out = `<line class="life" ${style} x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>`;
    for (const span of this.spansOf(lane)) {
      const begin = span.from > 0 ? y(this.placeOf[span.from - 1]) + this.rowHeight / 2 : 0;
      const finish = span.to === null ? Math.min(to, this.items.length * this.rowHeight) : span.to > 0 ? y(this.placeOf[span.to - 1]) - this.rowHeight / 2 : 0;
      if (finish < from || begin > to || finish - begin < this.rowHeight) continue;
      const high = Math.max(from, begin);
      out += `<rect class="waiting ${span.state}" x="${x - 5}" y="${high}" width="10" height="${Math.max(0, Math.min(to, finish) - high)}" rx="5"><title>${esc(model.who(lane))} ${esc(span.why)}</title></rect>`;
      if (span.why && this.zoom >= 0.7 && begin >= from && span.to !== null) {
        out += `<text class="why" x="${x + 14}" y="${begin + this.rowHeight / 2 + 4}">${esc(cut(span.why, Math.floor((this.laneWidth - 40) / 6.2)))}</text>`;
      }
    }
    return out;
  }

  /** @param {number} lane */
  birthPlace(lane) {
    const row = this.model.births[lane];
    return row >= this.model.rows.length ? this.items.length : this.placeOf[row];
  }

  /** @param {number} lane */
  spansOf(lane) {
    if (this.spansFor !== this.model.spans.length) {
      this.spansFor = this.model.spans.length;
      /** @type {Map<number, any[]>} */ this.laneSpans = new Map();
      for (const span of this.model.spans) {
        const list = this.laneSpans.get(span.lane) || [];
        list.push(span);
        this.laneSpans.set(span.lane, list);
      }
    }
    return this.laneSpans?.get(lane) || [];
  }

  /**
   * An arrow, of which only what lies between `from` and `to` is drawn: a dashed line over ten thousand rows takes seconds.
   * @param {any} arrow @param {(place: number) => number} y @param {number} from @param {number} to
   */
  arrow(arrow, y, from, to) {
    // Over a long way the order of locks and groups says little, and hides much.
    const current = this.model.rows[this.position - 1];
    if (arrow.kind === "order" && arrow.b - arrow.a > FAR && !current?.acts.some((/** @type {any} */ act) => arrow.acts.includes(act.number))) return "";
    const [x1, x2, y1, y2] = [this.x(arrow.from), this.x(arrow.to), y(arrow.a), y(arrow.b)];
    const towards = x2 > x1 ? 1 : -1;
    const related = this.causes && !arrow.acts.every((/** @type {number} */ act) => this.isRelated(act));
    // In the gap below its row, off the texts. At once: up again. Later: down beside the lane where it ends.
    const level = arrow.a === arrow.b;
    const down = x2 - 17 - (arrow.a % 3) * 4;
    const gap = y1 + this.rowHeight / 2 - 1;
    const turn = down > x1 ? 5 : -5;
    const start = y1 < from ? `M${down} ${from}` : `M${x1} ${y1 + 9}Q${x1} ${gap} ${x1 + turn} ${gap}H${down - turn}Q${down} ${gap} ${down} ${gap + 5}`;
    const finish = y2 > to ? `V${to}` : `V${y2 - 5}Q${down} ${y2} ${down + 4} ${y2}H${x2 - 11}`;
    const across = `M${x1} ${y1 + 9}Q${x1} ${gap} ${x1 + towards * 5} ${gap}H${x2 - towards * (arrow.kind === "spawn" ? 8 : 16)}`;
    const path = level ? across + (arrow.kind === "spawn" ? "" : `L${x2 - towards * 12} ${gap - 3}`) : start + finish;
    const tip = !level ? `M${x2 - 9} ${y2}l-7 -4v8z` : arrow.kind === "spawn" ? `M${x2 - towards * 2} ${gap}l${-towards * 7} -4v8z` : `M${x2 - towards * 6} ${y2 + 7}l${-towards * 8} 1l${towards * 4} 6z`;
    const looks = `class="${arrow.kind}${related ? " faded" : ""}`;
    const style = `style="--lane:var(--lane-${arrow.from % HUES})"`;
    return `<path ${looks} arrow" ${style} d="${path}"/><path ${looks} tip" ${style} d="${tip}"/>`;
  }

  /** @param {number} act */
  isRelated(act) {
    return !this.causes || act === this.causes.act || this.causes.before.has(act) || this.causes.after.has(act);
  }

  /** @param {number} place @param {any} row @param {number} y @param {number} height @param {number} before */
  row(place, row, y, height, before) {
    const { model } = this;
    const selected = this.position === row.index + 1;
    const found = this.query && this.matches(row);
    const named = row.acts.map((/** @type {any} */ act) => `${model.who(act.lane)} ${act.what} ${model.placeText(act.at)}`).join("; ");
    let out = `<g class="row${selected ? " selected" : ""}${found ? " found" : ""}${this.marked.has(row.index) ? " marked" : ""}" data-place="${place}" role="option" id="row-${row.index}" aria-selected="${selected}" aria-label="${esc(`step ${row.index + 1}: ${named}`)}"><rect class="hit" x="0" y="${y - height / 2}" width="${this.width}" height="${height}"/>`;
    const switched = before >= 0 && !row.acts.some((/** @type {any} */ act) => act.lane === before);
    if (this.zoom >= 0.5) out += `<text class="number${switched ? " switch" : ""}" x="${LEFT - 16}" y="${y + 4}">${row.index + 1}</text>`;
    for (const act of row.acts) {
      if (this.hidden.has(act.lane)) continue;
      out += this.act(act, y, this.items[place].folded);
    }
    return `${out}</g>`;
  }

  /** @param {any} act @param {number} y @param {number} folded */
  act(act, y, folded) {
    const { model } = this;
    const lane = Math.max(0, act.lane);
    const x = act.lane < 0 ? LEFT + 4 : this.x(act.lane);
    let tone = "";
    if (this.causes) tone = act.number === this.causes.act ? " it" : this.causes.before.has(act.number) ? " earlier" : this.causes.after.has(act.number) ? " later" : " apart";
    const size = this.zoom >= 0.7 ? 8.5 : 4;
    let out = `<g class="act ${act.kind}${tone}" style="--lane:var(--lane-${lane % HUES})"><circle cx="${x}" cy="${y}" r="${size}"/>`;
    if (this.zoom >= 0.7) {
      out += `<path class="glyph" transform="translate(${x - 7} ${y - 7})" d="${GLYPHS[/** @type {keyof typeof GLYPHS} */ (act.kind)] || GLYPHS.sync}"/>`;
      const place = model.placeText(act.at);
      const room = Math.max(8, Math.floor((this.laneWidth - 38) / 6.4));
      const what = folded > 0 ? `${folded + 1} local steps, then ${act.what}` : act.what;
      const shown = cut(what, room);
      const rest = room - shown.length - 2;
      out += `<text class="what" x="${x + 15}" y="${y + 4}">${esc(shown)}${place && rest >= 7 ? `<tspan class="place" dx="8">${esc(cut(place, rest))}</tspan>` : ""}<title>${esc(`${model.who(act.lane)} ${what}${place ? `, ${place}` : ""}`)}</title></text>`;
    }
    return `${out}</g>`;
  }

  /** The part that repeats for ever. @param {(place: number) => number} y @param {boolean} end */
  loop(y, end) {
    const row = this.model.steps[this.model.doc.cycle].first;
    const top = y(Math.max(0, this.placeOf[Math.min(row, this.model.rows.length - 1)])) - this.rowHeight / 2 + 3;
    const bottom = this.items.length * this.rowHeight - 3;
    return `<path class="loop" d="M10 ${top}H4V${bottom}H10"/>${end ? `<text class="loop-text" x="8" y="${bottom + 22}">↺ and again, for ever</text>` : ""}`;
  }

  /** How everybody stands at the end. @param {number} y */
  ending(y) {
    const { model } = this;
    if (model.doc.cycle !== undefined) return "";
    const bad = model.doc.finding;
    const circle = new Set(model.circle(model.stands));
    let out = `<g class="ending" data-place="end" role="option" aria-selected="${this.position === model.rows.length}" aria-label="how everybody stands at the end"><line class="rule" x1="0" x2="${this.width}" y1="${y + 4}" y2="${y + 4}"/><text class="number" x="${LEFT - 16}" y="${y + 26}">end</text>`;
    for (const lane of this.order) {
      const stand = model.stands[lane];
      const x = this.x(lane);
      if (!stand) continue;
      const label = bad && !circle.size ? this.labelOf(stand) : "";
      const state = stand.state;
      const wrong = bad && (state === "panicked" || circle.has(lane) || Boolean(label));
      const word = state === "ended" ? "returned" : state === "ready" ? (label ? "about to go on" : "could go on") : state === "blocked" ? "blocked" : "crashed";
      const why = stand.why || label || "";
      const lines = wrapText(why, Math.floor((this.laneWidth - 34) / 6), 2);
      const at = stand.stack?.[0] && state !== "ended" ? ` ${cut(model.placeText(stand.stack[0][1]), Math.floor((this.laneWidth - 100) / 6.8))}` : "";
      out += `<g class="stand ${state}${wrong ? " wrong" : ""}"><rect x="${x - 13}" y="${y + 10}" width="${this.laneWidth - 12}" height="${END - 14}" rx="6"/><text class="state" x="${x - 3}" y="${y + 27}">${wrong ? "✕ " : ""}${word}<tspan class="place">${esc(at)}</tspan></text>`;
      lines.forEach((line, index) => (out += `<text class="reason" x="${x - 3}" y="${y + 43 + index * 14}">${esc(line)}</text>`));
      out += `<title>${esc(`${model.who(lane)}: ${word}${at}. ${why}`)}</title></g>`;
    }
    return `${out}</g>`;
  }

  /** What the finding says about the place where somebody stands. @param {any} stand */
  labelOf(stand) {
    const at = stand.stack?.[0]?.[1];
    const who = this.model.who(stand.lane);
    const here = at && this.model.doc.finding.labels.find((/** @type {any} */ label) => label.at[0] === at[0] && label.at[1] === at[1] && (label.text.includes(`${who} `) || label.text.includes("panic")));
    if (!here) return "";
    const part = here.text.split("; ").find((/** @type {string} */ text) => text.startsWith(`${who} `));
    return (part || here.text).replace(`${who} `, "");
  }

  /** Brings a position into sight, and shows that it is the current one. @param {number} position */
  go(position) {
    this.position = position;
    const { rowHeight: height, model } = this;
    const place = position > 0 ? this.placeOf[position - 1] : 0;
    const top = place * height;
    const view = this.scroller.clientHeight - HEAD;
    const bottom = top + height + (position === model.rows.length ? END + 12 : 0);
    if (top < this.scroller.scrollTop + height) this.scroller.scrollTop = Math.max(0, top - height * 2);
    else if (bottom > this.scroller.scrollTop + view - height) this.scroller.scrollTop = Math.max(0, bottom - view + height);
    const act = position > 0 ? model.rows[position - 1].acts[0] : null;
    if (act && act.lane >= 0 && this.order.includes(act.lane)) {
      const x = this.x(act.lane) - 20;
      const room = this.scroller.clientWidth;
      if (x < this.scroller.scrollLeft || x + this.laneWidth > this.scroller.scrollLeft + room) this.scroller.scrollLeft = Math.max(0, x - LEFT);
    }
    this.scroller.setAttribute("aria-activedescendant", `row-${Math.max(0, position - 1)}`);
    this.draw(true);
  }

  /** @param {number} factor */
  setZoom(factor) {
    const middle = (this.scroller.scrollTop + this.scroller.clientHeight / 2) / this.rowHeight;
    this.zoom = Math.min(1.6, Math.max(0.15, factor));
    this.layout();
    this.scroller.scrollTop = middle * this.rowHeight - this.scroller.clientHeight / 2;
    this.draw(true);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.setZoom(this.zoom * (event.deltaY < 0 ? 1.12 : 1 / 1.12));
  }

  /** Panning by the middle button, or with the space of the head. */
  drag() {
    /** @type {{ x: number, y: number } | null} */ let from = null;
    this.scroller.addEventListener("pointerdown", (event) => {
      if (event.button === 1) {
        from = { x: event.clientX, y: event.clientY };
        this.scroller.setPointerCapture(event.pointerId);
        event.preventDefault();
      }
    });
    this.scroller.addEventListener("pointermove", (event) => {
      if (!from) return;
      this.scroller.scrollBy(from.x - event.clientX, from.y - event.clientY);
      from = { x: event.clientX, y: event.clientY };
    });
    this.scroller.addEventListener("pointerup", () => (from = null));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target).closest("[data-place]");
    if (!target) return;
    const place = target.getAttribute("data-place");
    this.on.select(place === "end" ? this.model.rows.length : this.items[Number(place)].row + 1);
  }

  /** The whole run in a strip: a stroke for each act, where somebody stands still, and what is in sight. */
  drawMap() {
    const box = this.map.getBoundingClientRect();
    if (!box.height) return;
    const scale = window.devicePixelRatio || 1;
    this.map.width = box.width * scale;
    this.map.height = box.height * scale;
    const context = this.map.getContext("2d");
    if (!context) return;
    context.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const hues = Array.from({ length: HUES }, (_, index) => style.getPropertyValue(`--lane-${index}`).trim());
    const width = box.width / Math.max(1, this.order.length);
    const each = (box.height - 8) / Math.max(1, this.items.length);
    const columns = new Map(this.order.map((lane, at) => [lane, at]));
    context.fillStyle = style.getPropertyValue("--blocked").trim();
    for (const span of this.model.spans) {
      const column = columns.get(span.lane);
      if (column === undefined) continue;
      const from = span.from > 0 ? this.placeOf[span.from - 1] + 1 : 0;
      const to = span.to === null ? this.items.length : span.to > 0 ? this.placeOf[span.to - 1] : 0;
      context.fillRect(column * width + 1, 4 + from * each, Math.max(1, width - 2), Math.max(0, (to - from) * each));
    }
    this.items.forEach((item, place) => {
      for (const act of this.model.rows[item.row].acts) {
        const column = columns.get(act.lane);
        if (column === undefined) continue;
        context.fillStyle = act.kind === "panic" || act.kind === "fault" ? style.getPropertyValue("--bad").trim() : hues[act.lane % HUES];
        context.fillRect(column * width + 1, 4 + place * each, Math.max(1, width - 2), Math.max(1, Math.min(4, each - 0.5)));
      }
    });
    this.mapImage = document.createElement("canvas");
    this.mapImage.width = this.map.width;
    this.mapImage.height = this.map.height;
    this.mapImage.getContext("2d")?.drawImage(this.map, 0, 0);
    this.drawWindow();
  }

  drawWindow() {
    const context = this.map.getContext("2d");
    if (!context || !this.mapImage || this.mapImage.width !== this.map.width) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.map.width, this.map.height);
    context.drawImage(this.mapImage, 0, 0);
    context.scale(window.devicePixelRatio || 1, window.devicePixelRatio || 1);
    const high = this.map.height / (window.devicePixelRatio || 1);
    const wide = this.map.width / (window.devicePixelRatio || 1);
    const all = Math.max(1, this.items.length * this.rowHeight);
    const top = 4 + (this.scroller.scrollTop / all) * (high - 8);
    const tall = Math.min(high - 8, ((this.scroller.clientHeight - HEAD) / all) * (high - 8));
    context.strokeStyle = this.ink || (this.ink = getComputedStyle(document.documentElement).getPropertyValue("--ink-2").trim());
    context.lineWidth = 1.5;
    context.strokeRect(0.75, top, wide - 1.5, Math.max(6, tall));
    const place = this.position > 0 ? this.placeOf[this.position - 1] : 0;
    context.fillStyle = context.strokeStyle;
    context.fillRect(0, 4 + ((place + 0.5) / Math.max(1, this.items.length)) * (high - 8) - 1, wide, 2);
  }

  /** @param {PointerEvent} event */
  mapPressed(event) {
    const box = this.map.getBoundingClientRect();
    const part = (event.clientY - box.top - 4) / (box.height - 8);
    this.scroller.scrollTop = part * this.items.length * this.rowHeight - (this.scroller.clientHeight - HEAD) / 2;
  }
}

/** Breaks a text into lines. @param {string} text @param {number} room @param {number} most */
export function wrapText(text, room, most) {
  /** @type {string[]} */ const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && (line + " " + word).length > room) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  if (line) lines.push(line);
  if (lines.length > most) lines[most - 1] = cut(`${lines[most - 1]} ${lines[most]}`, room);
  return lines.slice(0, most).map((each) => cut(each, room));
}
