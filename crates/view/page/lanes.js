// The run as lanes: time goes down, a column for each goroutine, arrows between them; and a column for each channel and lock, if wanted.
//
// Only the rows in sight are drawn, in tiles of some rows that stay as long as they are near. While one scrolls, a frame draws
// a few new tiles: what comes into sight faster than that is drawn roughly, and again when there is time.
import { HUES, h } from "./dom.js";
import { Minimap } from "./minimap.js";
import { END, coarseMarkup, numbersMarkup, rowText, rowsMarkup } from "./rows.js";

const HEAD = 58;
const QUIET = new Set(["read", "write", "default", "input"]);
/** How many rows a tile has. */
const TILE = 4;
/** How many tiles are drawn in a frame while one scrolls. With all that the browser makes of it, one takes some milliseconds. */
const BUDGET = 1;
/** Pixels in a frame, at which nobody reads: seven thousand in a second, and what a tile for each frame can follow. */
const FAST = 115;
/** How many channels and locks have columns. */
const OBJECTS = 12;

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
    this.collapsed = false;
    this.withObjects = false;
    /** How many rows are the same in another run that is shown beside this one. */ this.common = 0;
    /** Room for so many rows, as the other one has. */ this.atLeast = 0;
    /** @type {Set<number>} */ this.hidden = new Set();
    /** @type {Set<string>} */ this.kinds = new Set();
    /** The channel, lock or variable to which only what concerns it is shown. */ this.object = "";
    /** Rows that a search has found. @type {Set<number> | null} */ this.hits = null;
    /** Those of the match that is looked at, if it has several. @type {Set<number>} */ this.part = new Set();
    this.onlyMatches = false;
    /** @type {{ before: Set<number>, after: Set<number>, act: number } | null} */ this.causes = null;
    /** @type {Set<number>} */ this.marked = new Set();
    /** @type {Map<number, { svg: any, numbers: any, text: string, numbersText: string, coarse: boolean }>} */ this.tiles = new Map();
    this.head = h("div", { class: "lane-heads", role: "presentation" });
    // One picture for all tiles, and one for their numbers, which stays at the left border: each picture costs time in every frame.
    this.svg = picture("lanes-svg");
    this.numbers = picture("lane-numbers");
    this.sizer = h("div", { class: "lanes-sizer", role: "presentation" }, h("div", { class: "lanes-border", "aria-hidden": "true" }, this.numbers), this.svg);
    this.scroller = h("div", { class: "lanes-scroll", tabindex: 0, role: "listbox", "aria-label": "The run, step by step" }, this.head, this.sizer);
    this.map = new Minimap(this, (part) => this.scrollTo(part * this.items.length * this.rowHeight - this.view / 2));
    this.element = h("div", { class: "lanes" }, this.scroller, this.map.element);
    this.scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    this.sizer.addEventListener("click", (/** @type {MouseEvent} */ event) => this.clicked(event));
    this.sizer.addEventListener("mouseover", (/** @type {MouseEvent} */ event) => this.hovered(event));
    this.scroller.addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.wheel(event), { passive: false });
    this.drag();
    this.view = 0;
    this.room = 0;
    this.before = 0;
    /** @type {any} */ this.waiting = 0;
    new ResizeObserver(() => this.layout()).observe(this.element);
    this.arrange();
  }

  /** Decides which rows and columns there are. */
  arrange() {
    const { model } = this;
    /** @type {{ row: number, folded: number }[]} */ const items = [];
    const shown = (/** @type {any} */ row) => {
      const acts = row.acts.filter((/** @type {any} */ act) => !this.hidden.has(act.lane));
      if (acts.length === 0 && row.acts.length > 0) return false;
      if (this.kinds.size && !acts.some((/** @type {any} */ act) => this.kinds.has(act.kind))) return false;
      if (this.object && !acts.some((/** @type {any} */ act) => act.object === this.object)) return false;
      return !(this.onlyMatches && this.hits) || this.hits.has(row.index);
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
    this.columns = new Map(this.order.map((lane, at) => [lane, at]));
    this.left = model.hasClock ? 128 : 60;
    this.objects = this.withObjects ? this.collectObjects() : [];
    this.arrows = this.collectArrows();
    this.collectSpans();
    this.headDrawn = "";
    this.layout();
  }

  /** Puts something into groups of 64 rows, so that few are looked at. @param {any[][]} groups @param {any} thing with its places, a and b */
  file(groups, thing) {
    for (let group = Math.max(0, thing.a) >> 6; group <= thing.b >> 6; group++) (groups[group] ||= []).push(thing);
  }

  /** What has a part in these rows. @param {any[][]} groups @param {number} first @param {number} last */
  near(groups, first, last) {
    const found = new Set();
    for (let group = first >> 6; group <= last >> 6; group++) for (const thing of groups[group] || []) if (thing.b >= first && thing.a < last) found.add(thing);
    return found;
  }

  collectArrows() {
    const { model } = this;
    /** @type {any[][]} */ const groups = [];
    for (const act of model.acts) {
      for (const other of act.after) {
        const from = model.acts[other];
        if (!from || from.lane === act.lane || !this.columns.has(from.lane) || !this.columns.has(act.lane) || from.kind === "go") continue;
        const [a, b] = [this.placeOf[from.row], this.placeOf[act.row]];
        if (a >= 0 && b >= 0) this.file(groups, { from: from.lane, to: act.lane, a, b, kind: act.kind === "receive" ? "message" : "order", acts: [other, act.number] });
      }
    }
    // A goroutine begins where it is started.
    model.parents.forEach((number, lane) => {
      const parent = model.acts[number];
      if (!parent || !this.columns.has(lane) || !this.columns.has(parent.lane)) return;
      const place = this.placeOf[parent.row];
      if (place >= 0) this.file(groups, { from: parent.lane, to: lane, a: place, b: place, kind: "spawn", acts: [number, number] });
    });
    return groups;
  }

  /** Where who stands still: from the place `a` to before `b`. */
  collectSpans() {
    /** @type {any[][]} */ this.spans = [];
    /** @type {any[]} */ this.allSpans = [];
    for (const { lane, from, to, state, why } of this.model.spans) {
      if (!this.columns.has(lane)) continue;
      const a = from > 0 ? this.placeOf[from - 1] + 1 : 0;
      const b = to === null ? this.items.length : to > 0 ? this.placeOf[to - 1] : 0;
      if (b <= a) continue;
      const span = { lane, a, b, state, why, open: to === null };
      this.allSpans.push(span);
      this.file(this.spans, span);
    }
  }

  /** Channels and locks, those that are used most: when they are used, what they then hold, and who holds them. */
  collectObjects() {
    const columns = this.model.objects().slice(0, OBJECTS);
    return columns.map((object, at) => {
      /** @type {any[][]} */ const uses = [];
      for (const use of object.uses) {
        const place = this.placeOf[use.row];
        if (place >= 0 && this.items[place].row === use.row) this.file(uses, { ...use, a: place, b: place });
      }
      return { ...object, at, uses };
    });
  }

  get rowHeight() {
    return Math.round(30 * this.zoom);
  }

  layout() {
    this.height = Math.max(this.items.length, this.atLeast) * this.rowHeight + END + 20;
    // What is seen as a whole needs no map.
    this.map.element.hidden = this.height + HEAD <= this.scroller.clientHeight;
    const { clientWidth, clientHeight } = this.scroller;
    this.view = Math.max(0, clientHeight - HEAD);
    this.room = clientWidth;
    const count = Math.max(1, this.order.length);
    const objects = this.objects.length;
    // Few lanes are wide enough for their texts; of many, all are to be seen.
    const least = count <= 3 && objects ? 140 : 72;
    this.objectWidth = Math.round(Math.max(98, Math.min(136, (clientWidth - this.left - 10 - count * least) / Math.max(1, objects))));
    this.laneWidth = Math.round(Math.max(least, Math.min(320, (clientWidth - this.left - 8 - objects * this.objectWidth) / count)));
    this.textEnd = this.left + this.laneWidth * count - 4;
    this.width = Math.max(this.left + this.laneWidth * count + objects * this.objectWidth + 8, clientWidth - 2);
    if (!objects) this.textEnd = this.width - 8;
    this.sizer.style.width = this.head.style.width = `${this.width}px`;
    this.sizer.style.height = `${this.height}px`;
    this.svg.setAttribute("width", String(this.width));
    this.numbers.setAttribute("width", String(this.left - 6));
    for (const svg of [this.svg, this.numbers]) svg.setAttribute("height", String(this.height));
    const looks = `${this.laneWidth} ${this.order} ${this.objects.map((object) => object.name)}`;
    if (looks !== this.headDrawn) this.drawHead();
    this.headDrawn = looks;
    this.clear();
    this.draw(true);
    this.map.paint();
    this.moveMap();
  }

  drawHead() {
    const { model } = this;
    this.head.replaceChildren(h("span", { class: "lane-head corner", style: `width:${this.left - 6}px` }, model.hasClock ? h("em", {}, "time") : "", "step"));
    for (const lane of this.order) {
      const { name, function: role, started } = model.lanes[lane];
      const from = started ? `started at ${model.placeText(started)}` : "";
      const fits = (role.length + from.length + 1) * 6.8 < this.laneWidth - 20;
      const plain = role === name || role === "role" || role === "node";
      this.head.append(
        h("span", { class: `lane-head l${lane % HUES}`, style: `width:${this.laneWidth}px`, title: `${model.who(lane)}: ${role} ${from}` },
          h("b", {}, this.laneWidth < 110 ? model.lanes[lane].name : model.who(lane)), h("button", { class: "bare", title: `hide ${model.who(lane)}`, "aria-label": `hide ${model.who(lane)}`, onclick: () => this.on.hide(lane) }, "×"),
          h("small", {}, plain ? "" : role, from && this.laneWidth >= 110 && h("em", {}, ` ${fits ? from : model.placeText(started)}`)))
      );
    }
    for (const object of this.objects) this.head.append(h("span", { class: "lane-head object", style: `width:${this.objectWidth}px`, title: `${object.name}: ${object.type}` }, h("b", {}, object.name), h("small", {}, object.kind)));
  }

  /** @param {number} lane */
  x(lane) {
    return this.left + (this.columns.get(lane) || 0) * this.laneWidth + 24;
  }

  /** @param {any} object */
  xObject(object) {
    return this.left + this.order.length * this.laneWidth + object.at * this.objectWidth + 18;
  }

  clear() {
    for (const number of [...this.tiles.keys()]) this.drop(number);
  }

  /** @param {number} number */
  drop(number) {
    const tile = this.tiles.get(number);
    tile?.svg.remove();
    tile?.numbers.remove();
    this.tiles.delete(number);
  }

  /** Draws what is in sight; `force`: what is there may have changed. */
  draw(force = false) {
    if (!this.view) return;
    const top = this.scroller.scrollTop;
    const high = TILE * this.rowHeight;
    const count = Math.max(1, Math.ceil(this.items.length / TILE));
    const first = Math.min(count - 1, Math.max(0, Math.floor(top / high)));
    const last = Math.min(count - 1, Math.floor((top + this.view) / high));
    for (const [number, { coarse }] of [...this.tiles]) {
      const far = Math.max(first - number, number - last);
      if (far > (coarse ? 0 : 5)) this.drop(number);
    }
    const fast = Math.abs(top - this.before) > FAST;
    let left = force ? Infinity : fast ? 0 : BUDGET;
    let unfinished = false;
    const want = (/** @type {number} */ number, /** @type {boolean} */ seen) => {
      const tile = this.tiles.get(number);
      if (number < 0 || number >= count || (tile && !force && !tile.coarse)) return;
      if (left-- > 0) this.drawTile(number, false);
      else {
        if (seen && !tile) this.drawTile(number, true);
        unfinished = true;
      }
    };
    for (let number = first; number <= last; number++) want(number, true);
    // What will be in sight next.
    for (const number of top < this.before ? [first - 1, last + 1, first - 2] : [last + 1, first - 1, last + 2]) want(number, false);
    this.before = top;
    clearTimeout(this.waiting);
    if (unfinished) this.waiting = setTimeout(() => this.draw(), fast ? 80 : 16);
    this.moveMap(top);
  }

  /** @param {number} number @param {boolean} coarse */
  drawTile(number, coarse) {
    const { items } = this;
    const [first, last] = [number * TILE, Math.min(items.length, (number + 1) * TILE)];
    const text = coarse ? coarseMarkup(this, first, last) : rowsMarkup(this, first, last);
    const numbers = coarse ? "" : numbersMarkup(this, first, last);
    const old = this.tiles.get(number);
    if (old && old.text === text && old.numbersText === numbers) return;
    if (old) {
      // What has not changed is not parsed again.
      if (old.text !== text) old.svg.innerHTML = text;
      if (old.numbersText !== numbers) old.numbers.innerHTML = numbers;
      Object.assign(old, { text, numbersText: numbers, coarse });
      return;
    }
    const tile = { svg: group(text), numbers: group(numbers), text, numbersText: numbers, coarse };
    this.svg.append(tile.svg);
    this.numbers.append(tile.numbers);
    this.tiles.set(number, tile);
  }

  /** @param {number} top */
  moveMap(top = this.scroller.scrollTop) {
    const all = Math.max(1, this.items.length * this.rowHeight);
    const place = this.position > 0 ? this.placeOf[this.position - 1] : 0;
    this.map.move(top / all, (top + this.view) / all, (place + 0.5) / Math.max(1, this.items.length));
  }

  /** @param {number} top */
  scrollTo(top) {
    this.scroller.scrollTop = Math.max(0, top);
  }

  /** Brings a position into sight, and shows that it is the current one. @param {number} position */
  go(position) {
    this.position = position;
    const { rowHeight: height, model } = this;
    const place = position > 0 ? this.placeOf[position - 1] : 0;
    const top = place * height;
    const bottom = top + height + (position === model.rows.length ? END + 12 : 0);
    const now = this.scroller.scrollTop;
    if (top < now + height) this.scrollTo(top - height * 2);
    else if (bottom > now + this.view - height) this.scrollTo(bottom - this.view + height);
    const act = position > 0 ? model.rows[position - 1].acts[0] : null;
    if (act && this.columns.has(act.lane)) {
      const x = this.x(act.lane) - 20;
      const from = this.scroller.scrollLeft;
      if (x < from + this.left || x + this.laneWidth > from + this.room) this.scroller.scrollLeft = Math.max(0, x - this.left - this.laneWidth);
    }
    const there = position > 0 && this.items[this.placeOf[position - 1]]?.row === position - 1;
    if (there) this.scroller.setAttribute("aria-activedescendant", `row-${position - 1}`);
    else this.scroller.removeAttribute("aria-activedescendant");
    this.draw(true);
  }

  /** @param {number} factor */
  setZoom(factor) {
    const middle = (this.scroller.scrollTop + this.view / 2) / this.rowHeight;
    this.zoom = Math.min(1.6, Math.max(0.15, factor));
    this.layout();
    this.scrollTo(middle * this.rowHeight - this.view / 2);
    this.draw(true);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.setZoom(this.zoom * (event.deltaY < 0 ? 1.12 : 1 / 1.12));
  }

  /** Panning: by the middle button anywhere, by any button where nothing is. */
  drag() {
    /** @type {{ x: number, y: number } | null} */ let from = null;
    this.scroller.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button !== 1) return;
      from = { x: event.clientX, y: event.clientY };
      this.scroller.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    this.scroller.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
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

  /** Says in full what is cut off. @param {MouseEvent} event */
  hovered(event) {
    const place = /** @type {Element} */ (event.target).closest("[data-place]")?.getAttribute("data-place");
    const item = place && place !== "end" ? this.items[Number(place)] : null;
    this.sizer.title = item ? rowText(this.model, this.model.rows[item.row]) : "";
  }

  /** All rows in one picture, for the printer. @param {number} most */
  drawAll(most) {
    const last = Math.min(this.items.length, most);
    this.clear();
    const [text, numbersText] = [rowsMarkup(this, 0, last), numbersMarkup(this, 0, last)];
    const tile = { svg: group(text), numbers: group(numbersText), text, numbersText, coarse: true };
    this.svg.append(tile.svg);
    this.numbers.append(tile.numbers);
    this.tiles.set(0, tile);
  }
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name */
function picture(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", name);
  svg.setAttribute("role", "presentation");
  return svg;
}

/** @param {string} markup */
function group(markup) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("role", "presentation");
  made.innerHTML = markup;
  return made;
}
