// The rows of the lanes as SVG: what each goroutine does, its line, where it stands still, and arrows from one to another.
//
// A stretch of rows is drawn at a time, and looks the same whatever stands above and below it: what crosses its border is cut off
// there, exactly, because the next stretch goes on with it. As few elements as can be: most of a frame's time goes by their number.
import { HUES, cut, esc } from "./dom.js";
import { formatTime } from "./model.js";

/** How high the last row is, which says how everybody stands. */
export const END = 74;
/** Over so many rows the order of locks says little, and hides much. */
const FAR = 60;
/** Wide letters, so that no text is longer than its room. */
const LETTER = 6.9;

/** What stands for a kind of act, on a grid of 14, in a ring. */
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
  fault: "M8 1L4 8h4l-2 5",
};
const RING = "M-1.5 7a8.5 8.5 0 1117 0a8.5 8.5 0 11-17 0";

/** @param {number} lane */
const hue = (lane) => `l${lane % HUES}`;

/** The rows from `first` to before `last`. @param {any} lanes @param {number} first @param {number} last */
export function rowsMarkup(lanes, first, last) {
  const { model, items, rowHeight: height } = lanes;
  const end = last === items.length;
  const [from, to] = [first * height, last * height + (end ? END : 0)];
  const parts = [];
  const current = lanes.position > 0 ? lanes.placeOf[lanes.position - 1] : -1;
  if (current >= first && current < last) parts.push(`<rect class="band" x="0" y="${current * height}" width="${lanes.width}" height="${height}"/>`);
  const lives = end ? last * height + (model.doc.cycle === undefined ? 10 : 4) : to;
  for (const lane of lanes.order) parts.push(lifeMarkup(lanes, lane, from, lives));
  const spans = [...lanes.near(lanes.spans, first, last)];
  /** Where the texts of spans stand, by row. @type {Map<number, number[]>} */ const taken = new Map();
  for (const span of spans) if (span.why && !span.open && span.a >= first) taken.set(span.a, [...(taken.get(span.a) || []), lanes.x(span.lane)]);
  for (const span of spans) parts.push(spanMarkup(lanes, span, from, to, taken));
  for (const column of lanes.objects) parts.push(objectMarkup(lanes, column, first, last));
  for (const arrow of lanes.near(lanes.arrows, first, last)) parts.push(arrowMarkup(lanes, arrow, from, to));
  for (let place = first; place < last; place++) parts.push(rowMarkup(lanes, place, taken));
  const differ = lanes.common > 0 ? lanes.placeOf[Math.min(lanes.common, model.rows.length) - 1] + 1 : -1;
  if (differ > first && differ <= last) parts.push(`<path class="differ" d="M0 ${differ * height}H${lanes.width}"/>`);
  if (end) parts.push(model.doc.cycle === undefined ? endMarkup(lanes, last * height) : fairMarkup(lanes, last * height));
  return parts.join("");
}

/** Only who acts, for as long as somebody scrolls faster than one can read. @param {any} lanes @param {number} first @param {number} last */
export function coarseMarkup(lanes, first, last) {
  const { model, items, rowHeight: height } = lanes;
  const parts = lanes.order.map((/** @type {number} */ lane) => lifeMarkup(lanes, lane, first * height, last * height));
  /** @type {Map<number, string>} */ const dots = new Map();
  for (let place = first; place < last; place++) {
    for (const act of model.rows[items[place].row].acts) {
      if (!lanes.columns.has(act.lane)) continue;
      dots.set(act.lane, `${dots.get(act.lane) || ""}M${lanes.x(act.lane) - 8} ${(place + 0.5) * height}h16`);
    }
  }
  for (const [lane, path] of dots) parts.push(`<path class="dots ${hue(lane)}" d="${path}"/>`);
  return parts.join("");
}

/** The numbers of the rows, and the time where there is one. @param {any} lanes @param {number} first @param {number} last */
export function numbersMarkup(lanes, first, last) {
  const { model, items, rowHeight: height, left } = lanes;
  const cycle = model.doc.cycle;
  const loop = cycle !== undefined && cycle < model.steps.length ? loopMarkup(lanes, first * height, last * height + (last === items.length ? END : 0)) : "";
  if (lanes.zoom < 0.5) return loop;
  const parts = [loop];
  for (let place = first; place < last; place++) {
    const row = model.rows[items[place].row];
    const y = (place + 0.5) * height + 4;
    const kind = model.switchAt(row.index);
    const selected = lanes.position === row.index + 1;
    parts.push(`<text class="number ${kind}${selected ? " selected" : ""}${lanes.marked.has(row.index) ? " marked" : ""}" x="${left - 16}" y="${y}">${kind === "preempts" ? "⇄ " : ""}${row.index + 1}</text>`);
    if (model.hasClock) {
      const clock = model.steps[row.step].clock;
      const before = place > first ? model.steps[model.rows[items[place - 1].row].step].clock : -1;
      if (clock !== before) parts.push(`<text class="clock" x="8" y="${y}">${formatTime(clock)}</text>`);
    }
  }
  if (last === items.length) parts.push(`<text class="number" x="${left - 16}" y="${last * height + 27}">end</text>`);
  return parts.join("");
}

/** @param {any} lanes @param {number} lane @param {number} from @param {number} to */
function lifeMarkup(lanes, lane, from, to) {
  const { model, rowHeight: height } = lanes;
  const x = lanes.x(lane);
  const born = model.births[lane] >= model.rows.length ? lanes.items.length : lanes.placeOf[model.births[lane]];
  const died = model.deaths[lane];
  const top = born < 0 ? from : Math.max(from, (born + 0.5) * height);
  const bottom = died === null ? to : Math.min(to, (Math.max(0, lanes.placeOf[Math.max(0, died - 1)]) + 0.5) * height);
  return bottom <= top ? "" : `<path class="life ${hue(lane)}" d="M${x} ${top}V${bottom}"/>`;
}

/** A span in which somebody stands still. @param {any} lanes @param {any} span @param {number} from @param {number} to @param {Map<number, number[]>} taken */
function spanMarkup(lanes, span, from, to, taken) {
  const { rowHeight: height } = lanes;
  const [begin, finish] = [span.a * height, Math.min(span.b, lanes.items.length) * height];
  if (finish <= from || begin >= to) return "";
  const x = lanes.x(span.lane);
  const line = `M${x} ${Math.max(from, begin)}V${Math.min(to, finish)}`;
  let out = `<path class="waiting-edge ${span.state}" d="${line}"/><path class="waiting ${span.state}" d="${line}"/>`;
  if (span.why && lanes.zoom >= 0.7 && begin >= from && !span.open) {
    // As far as to the next text; but acts at the right may have theirs on this side.
    const acts = lanes.model.rows[lanes.items[span.a]?.row]?.acts || [];
    const crowded = acts.some((/** @type {any} */ act) => lanes.columns.has(act.lane) && lanes.x(act.lane) > x);
    const next = Math.min(lanes.textEnd, ...(taken.get(span.a) || []).filter((start) => start > x).map((start) => start - 8));
    const room = crowded ? Math.min(next - x, lanes.laneWidth) : next - x;
    out += `<text class="why" x="${x + 12}" y="${begin + height / 2 + 4}">${esc(cut(span.why, Math.max(4, Math.floor((room - 16) / 5.9))))}</text>`;
  }
  return out;
}

/** @param {any} lanes @param {any} arrow @param {number} from @param {number} to */
function arrowMarkup(lanes, arrow, from, to) {
  const { model, rowHeight: height } = lanes;
  const current = model.rows[lanes.position - 1];
  if (arrow.kind === "order" && arrow.b - arrow.a > FAR && !current?.acts.some((/** @type {any} */ act) => arrow.acts.includes(act.number))) return "";
  const [x1, x2, y1, y2] = [lanes.x(arrow.from), lanes.x(arrow.to), (arrow.a + 0.5) * height, (arrow.b + 0.5) * height];
  const towards = x2 > x1 ? 1 : -1;
  const faded = lanes.causes && !arrow.acts.every((/** @type {number} */ act) => isRelated(lanes, act));
  // In the gap below its row, off the texts. At once: up again. Later: down beside the lane where it ends.
  const level = arrow.a === arrow.b;
  const down = x2 - 17 - (arrow.a % 3) * 4;
  const gap = y1 + height / 2 - 1;
  const turn = down > x1 ? 5 : -5;
  // The turn reaches a little below its row: with it, all of that row belongs to the stretch in which it begins.
  const start = y1 < from ? `M${down} ${Math.max(from, gap + 5)}` : `M${x1} ${y1 + 9}Q${x1} ${gap} ${x1 + turn} ${gap}H${down - turn}Q${down} ${gap} ${down} ${gap + 5}`;
  const finish = y2 > to ? `V${Math.max(to, gap + 5)}` : `V${y2 - 5}Q${down} ${y2} ${down + 4} ${y2}H${x2 - 11}`;
  const across = `M${x1} ${y1 + 9}Q${x1} ${gap} ${x1 + towards * 5} ${gap}H${x2 - towards * (arrow.kind === "spawn" ? 8 : 16)}`;
  const path = level ? across + (arrow.kind === "spawn" ? "" : `L${x2 - towards * 12} ${gap - 3}`) : start + finish;
  const tip = !level ? `M${x2 - 9} ${y2}l-7 -4v8z` : arrow.kind === "spawn" ? `M${x2 - towards * 2} ${gap}l${-towards * 7} -4v8z` : `M${x2 - towards * 6} ${y2 + 7}l${-towards * 8} 1l${towards * 4} 6z`;
  const looks = `${arrow.kind} ${hue(arrow.from)}${faded ? " faded" : ""}`;
  return `<path class="arrow ${looks}" d="${path}"/>${y2 > to ? "" : `<path class="tip ${looks}" d="${tip}"/>`}`;
}

/** @param {any} lanes @param {number} act */
function isRelated(lanes, act) {
  return act === lanes.causes.act || lanes.causes.before.has(act) || lanes.causes.after.has(act);
}

/** What a row says, in one line. @param {import("./model.js").RunModel} model @param {any} row */
export function rowText(model, row) {
  return row.acts.map((/** @type {any} */ act) => `${model.who(act.lane)} ${act.what}${act.at ? `, ${model.placeText(act.at)}` : ""}`).join("; ");
}

/** @param {any} lanes @param {number} place @param {Map<number, number[]>} taken */
function rowMarkup(lanes, place, taken) {
  const { model, rowHeight: height } = lanes;
  const row = model.rows[lanes.items[place].row];
  const selected = lanes.position === row.index + 1;
  const found = lanes.hits?.has(row.index);
  let out = `<g class="row${selected ? " selected" : ""}${found ? " found" : ""}${lanes.part.has(row.index) ? " part" : ""}${row.index < lanes.common ? " common" : ""}" data-place="${place}" role="option" id="row-${row.index}" aria-posinset="${place + 1}" aria-setsize="${lanes.items.length}" aria-selected="${selected}" aria-label="${esc(`step ${row.index + 1}: ${rowText(model, row)}`)}"><rect class="hit" x="0" y="${place * height}" width="${lanes.width}" height="${height}"/>`;
  const shown = row.acts.filter((/** @type {any} */ act) => act.lane < 0 || lanes.columns.has(act.lane));
  const starts = shown.map((/** @type {any} */ act) => xOf(lanes, act)).concat(taken.get(place) || []);
  for (const act of shown) out += actMarkup(lanes, act, place, starts);
  return `${out}</g>`;
}

/** Where an act stands. @param {any} lanes @param {any} act */
function xOf(lanes, act) {
  return act.lane < 0 ? lanes.left + 4 : lanes.x(act.lane);
}

/** @param {any} lanes @param {any} act @param {number} place @param {number[]} starts */
function actMarkup(lanes, act, place, starts) {
  const { model, rowHeight: height, causes } = lanes;
  const x = xOf(lanes, act);
  const y = (place + 0.5) * height;
  let tone = "";
  if (causes) tone = act.number === causes.act ? " it" : causes.before.has(act.number) ? " earlier" : causes.after.has(act.number) ? " later" : " apart";
  const looks = `act ${act.kind} ${hue(Math.max(0, act.lane))}${tone}`;
  if (lanes.zoom < 0.7) return `<circle class="${looks} ring" cx="${x}" cy="${y}" r="4"/>`;
  const glyph = GLYPHS[/** @type {keyof typeof GLYPHS} */ (act.kind)] || GLYPHS.sync;
  // A text may reach over lanes that do nothing in this row; at the right border it stands on the other side, if there is more room.
  const right = Math.min(lanes.textEnd, ...starts.filter((start) => start > x).map((start) => start - 22)) - x - 15;
  // Arrows arrive on the left.
  const gap = act.after.length ? 29 : 15;
  const left = x - gap - Math.max(lanes.left - 10, ...starts.filter((start) => start < x).map((start) => start + lanes.laneWidth));
  const { folded } = lanes.items[place];
  const what = folded > 0 ? `${folded + 1} local steps, then ${act.what}` : act.what;
  const back = what.length * LETTER > right && left > right;
  const room = Math.max(6, Math.floor((back ? left : right) / LETTER));
  const text = cut(what, room);
  const at = model.placeText(act.at);
  // Where somebody is stands in narrow lanes only where it does not reach into the next one: the source shows it, too.
  const rest = (lanes.laneWidth < 150 ? Math.min(room, Math.floor((lanes.laneWidth - 36) / LETTER)) : room) - text.length - 2;
  const placed = at && rest >= at.length ? `<tspan class="place" dx="8">${esc(at)}</tspan>` : "";
  const far = (text.length + (placed ? at.length + 1 : 0)) * LETTER > lanes.laneWidth - 40;
  return `<g class="${looks}"><path class="ring" transform="translate(${x - 7} ${y - 7})" d="${RING}${glyph}"/><text class="what${far || back ? " far" : ""}${back ? " back" : ""}" x="${back ? x - gap : x + 15}" y="${y + 4}">${esc(text)}${placed}</text></g>`;
}

/** A channel's or a lock's own column: what it holds, and who holds it. @param {any} lanes @param {any} column @param {number} first @param {number} last */
function objectMarkup(lanes, column, first, last) {
  const { rowHeight: height, model } = lanes;
  const x = lanes.xObject(column);
  const [from, to] = [first * height, last * height];
  let out = `<path class="thread" d="M${x} ${from}V${to}"/>`;
  for (const held of column.held) {
    const [a, b] = [lanes.placeOf[held.from] * height + height / 2, held.to === null ? lanes.items.length * height : lanes.placeOf[held.to] * height + height / 2];
    if (b > from && a < to) out += `<path class="held ${hue(held.lane)}" d="M${x} ${Math.max(from, a)}V${Math.min(to, b)}"/>`;
  }
  for (const use of lanes.near(column.uses, first, last)) {
    if (use.a < first || use.a >= last) continue;
    const y = (use.a + 0.5) * height;
    const lane = Math.max(0, use.lane);
    if (lanes.position > 0 && model.rows[lanes.position - 1].index === use.row && lanes.columns.has(use.lane)) out += `<path class="link ${hue(lane)}" d="M${lanes.x(use.lane)} ${y + height / 2 - 2}H${x}V${y + 5}"/>`;
    out += `<path class="use ${hue(lane)}" d="M${x} ${y - 5}l5 5-5 5-5-5z"/>`;
    if (lanes.zoom >= 0.7 && use.value) out += `<text class="holds" x="${x + 12}" y="${y + 4}">${esc(cut(shortValue(use.value), Math.floor((lanes.objectWidth - 30) / 6.2)))}</text>`;
  }
  return out;
}

/** What a channel or lock holds, for a narrow column. @param {string} value */
function shortValue(value) {
  return value.replace(/^(held|read) by (goroutine )?/, "").replace(/ (\d+) of (\d+)/, " $1/$2");
}

/** The part that repeats for ever. @param {any} lanes @param {number} from @param {number} to */
function loopMarkup(lanes, from, to) {
  const { model, rowHeight: height } = lanes;
  const row = model.steps[model.doc.cycle].first;
  const top = Math.max(0, lanes.placeOf[Math.min(row, model.rows.length - 1)]) * height + 3;
  const bottom = lanes.items.length * height + 18;
  const x = 5;
  if (top > to) return "";
  const back = top >= from ? `M${x + 8} ${top}H${x + 5}Q${x} ${top} ${x} ${top + 5}` : `M${x} ${from}`;
  const head = top >= from ? `<path class="loop-tip" d="M${x + 12} ${top}l-7 -4v8z"/>` : "";
  return `<path class="loop" d="${back}V${Math.min(bottom, to)}${bottom <= to ? "h8" : ""}"/>${head}`;
}

/** Of a run that repeats for ever: to whom it is fair. @param {any} lanes @param {number} y */
function fairMarkup(lanes, y) {
  const { model } = lanes;
  let out = `<g class="ending" data-place="end" role="option" id="row-end" aria-selected="${lanes.position === model.rows.length}" aria-label="the run repeats for ever"><path class="rule" d="M0 ${y + 4}H${lanes.width}"/><text class="loop-text" x="${lanes.left}" y="${y + 22}">↺ and again, for ever</text>`;
  for (const { lane, state, text } of model.fairness()) {
    if (!lanes.columns.has(lane)) continue;
    const x = lanes.x(lane);
    out += `<g class="stand ${state}"><rect x="${x - 13}" y="${y + 30}" width="${lanes.laneWidth - 12}" height="${END - 34}" rx="6"/>`;
    wrapText(text, Math.floor((lanes.laneWidth - 30) / 6), 2).forEach((line, index) => (out += `<text class="reason" x="${x - 5}" y="${y + 46 + index * 14}">${esc(line)}</text>`));
    out += "</g>";
  }
  return `${out}</g>`;
}

/** How everybody stands at the end. @param {any} lanes @param {number} y */
function endMarkup(lanes, y) {
  const { model } = lanes;
  const bad = model.doc.finding;
  const circle = new Set(model.circle(model.stands));
  let out = `<g class="ending" data-place="end" role="option" id="row-end" aria-selected="${lanes.position === model.rows.length}" aria-label="how everybody stands at the end"><path class="rule" d="M0 ${y + 4}H${lanes.width}"/>`;
  for (const lane of lanes.order) {
    const stand = model.stands[lane];
    const x = lanes.x(lane);
    if (!stand) continue;
    const label = bad && !circle.size ? labelOf(model, stand) : "";
    const { state } = stand;
    const wrong = bad && (state === "panicked" || circle.has(lane) || label || model.acts[model.lastOf[lane]]?.kind === "panic" || (!circle.size && state === "blocked" && labelsAt(model, stand).length));
    const word = state === "ended" ? "returned" : state === "ready" ? (label ? "about to go on" : "could go on") : state === "blocked" ? "blocked" : "crashed";
    const why = stand.why || label || "";
    const room = Math.floor((lanes.laneWidth - 26) / 6.1);
    const place = stand.stack?.[0] && state !== "ended" ? model.placeText(stand.stack[0][1]) : "";
    const at = place && word.length + place.length + 6 <= room ? ` ${place}` : "";
    out += `<g class="stand ${state}${wrong ? " wrong" : ""}"><rect x="${x - 13}" y="${y + 10}" width="${lanes.laneWidth - 12}" height="${END - 14}" rx="6"/><text class="state" x="${x - 7}" y="${y + 27}">${wrong && lanes.laneWidth >= 100 ? "✕ " : ""}${word}<tspan class="place">${esc(at)}</tspan></text>`;
    wrapText(why, room, 2).forEach((line, index) => (out += `<text class="reason" x="${x - 7}" y="${y + 43 + index * 14}">${esc(line)}</text>`));
    out += `<title>${esc(`${model.who(lane)}: ${word}${place ? ` at ${place}` : ""}. ${why}`)}</title></g>`;
  }
  return `${out}</g>`;
}

/** What the finding says about the place where somebody stands. @param {import("./model.js").RunModel} model @param {any} stand */
function labelOf(model, stand) {
  const who = model.who(stand.lane);
  const here = labelsAt(model, stand).find((/** @type {any} */ label) => label.text.includes(`${who} `) || label.text.includes("panic"));
  if (!here) return "";
  const part = here.text.split("; ").find((/** @type {string} */ text) => text.startsWith(`${who} `))?.slice(who.length + 1);
  // Not half of what is said of two.
  return part && !/^and\b/.test(part) ? part : here.text;
}

/** What the finding says about the line where somebody stands. @param {import("./model.js").RunModel} model @param {any} stand */
function labelsAt(model, stand) {
  const at = stand.stack?.[0]?.[1];
  return at ? model.doc.finding.labels.filter((/** @type {any} */ label) => label.at[0] === at[0] && label.at[1] === at[1]) : [];
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
