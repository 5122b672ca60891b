// What one can take away: the view as SVG or PNG, the run as a Mermaid sequence diagram, the document as JSON.
import { colour, download } from "./dom.js";
import { numbersMarkup, rowsMarkup } from "./rows.js";

/** Of a longer run only the rows around the current one are drawn: no program opens larger pictures. */
const ROWS = 1500;

/** The colours and letters of the page, for a picture that stands alone. @param {string[]} rules */
function standaloneStyle(rules) {
  const names = ["ink", "ink-2", "ink-3", "paper", "paper-2", "line", "bad", "bad-soft", "warn-soft", "changed", "blocked", "accent", "accent-soft", "earlier", "later", ...Array.from({ length: 8 }, (_, index) => `lane-${index}`)];
  const values = names.map((name) => `--${name}:${colour(`--${name}`)}`).join(";");
  return `<style>svg{${values};background:var(--paper);font:12px ui-sans-serif,system-ui,sans-serif}${rules.join("\n")}</style>`;
}

/** The rules of the style sheet that speak of pictures. */
function pictureRules() {
  const rules = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      const text = rule.cssText;
      if (/^\.(lanes-svg|lane-numbers|graph-svg|network-svg|l\d)/.test(text)) rules.push(text);
    }
  }
  return rules;
}

/** @param {import("./lanes.js").Lanes} lanes @returns {string} */
export function lanesSvg(lanes) {
  const middle = lanes.position > 0 ? lanes.placeOf[lanes.position - 1] : 0;
  const first = Math.max(0, Math.min(middle - ROWS / 2, lanes.items.length - ROWS));
  const last = Math.min(lanes.items.length, first + ROWS);
  const y = first * lanes.rowHeight;
  const high = (last - first) * lanes.rowHeight + (last === lanes.items.length ? 94 : 0);
  const heads = lanes.order.map((lane) => `<text x="${lanes.x(lane) - 10}" y="${y - 16}" font-weight="600" fill="var(--lane-${lane % 8})">${escapeXml(lanes.model.who(lane))}</text>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" class="lanes-svg" width="${lanes.width}" height="${high + 44}" viewBox="0 ${y - 40} ${lanes.width} ${high + 44}">${standaloneStyle(pictureRules())}${heads}${numbersMarkup(lanes, first, last)}${rowsMarkup(lanes, first, last)}</svg>`;
}

/** Two runs beside each other. @param {import("./lanes.js").Lanes} left @param {import("./lanes.js").Lanes} right */
export function sidesSvg(left, right) {
  const gap = 24;
  const [a, b] = [left, right].map((lanes) => lanesSvg(lanes));
  const high = Math.max(...[a, b].map((svg) => Number(/ height="(\d+)"/.exec(svg)?.[1])));
  const wide = left.width + gap + right.width;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">${a}${b.replace("<svg ", `<svg x="${left.width + gap}" `)}</svg>`;
}

/** A picture that is in the page. @param {SVGSVGElement} svg */
export function pictureSvg(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const box = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  copy.insertAdjacentHTML("afterbegin", standaloneStyle(pictureRules()));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {string} name @param {string} svg */
export function saveSvg(name, svg) {
  download(`${name}.svg`, new Blob([svg], { type: "image/svg+xml" }));
}

/** @param {string} name @param {string} svg */
export async function savePng(name, svg) {
  const image = new Image();
  const url = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error("the picture could not be drawn"));
    image.src = url;
  });
  // Browsers draw no larger canvases.
  const scale = Math.min(2, 16_000 / image.height, 16_000 / image.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(image.width * scale);
  canvas.height = Math.ceil(image.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(scale, scale);
  context.drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob instanceof Blob) download(`${name}.png`, blob);
}

/** A run as Mermaid's sequence diagram. @param {import("./model.js").RunModel} model */
export function mermaid(model) {
  const plain = (/** @type {string} */ text) => text.replace(/[;#\n]/g, " ");
  const lines = ["sequenceDiagram"];
  model.lanes.forEach((_, lane) => lines.push(`    participant L${lane} as ${plain(model.who(lane))}`));
  const cycle = model.doc.cycle;
  let looping = false;
  for (const row of model.rows) {
    if (cycle !== undefined && !looping && row.step >= cycle) {
      lines.push("    loop for ever");
      looping = true;
    }
    const [first, second] = row.acts;
    if (second) lines.push(`    L${first.lane}->>L${second.lane}: ${plain(first.what)}`);
    else {
      const from = first.after.map((/** @type {number} */ act) => model.acts[act]).find((/** @type {any} */ act) => first.kind === "receive" && act.lane !== first.lane);
      if (first.lane < 0) lines.push(`    Note over L0: ${plain(first.what)}`);
      else if (from) lines.push(`    L${from.lane}-->>L${first.lane}: ${plain(first.what)}`);
      else if (first.kind === "go") lines.push(`    Note over L${first.lane}: ${plain(first.what)}`);
      else lines.push(`    Note over L${first.lane}: ${plain(first.what)}${first.at ? ` (${plain(model.placeText(first.at))})` : ""}`);
    }
  }
  if (looping) lines.push("    end");
  model.stands.forEach((stand, lane) => {
    if (stand && (stand.state === "blocked" || stand.state === "panicked")) lines.push(`    Note over L${lane}: ${plain(stand.why || stand.state)}`);
  });
  return `${lines.join("\n")}\n`;
}

/**
 * A run as a log with vector clocks for ShiViz, which reads it with the expression `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`.
 * @param {import("./model.js").RunModel} model
 */
export function shivizLog(model) {
  const host = (/** @type {number} */ lane) => model.lanes[lane].name.replace(/\s+/g, "-");
  /** @type {Map<string, number>[]} */ const clocks = [];
  const lines = [];
  for (const act of model.acts) {
    /** @type {Map<string, number>} */ const clock = new Map();
    for (const other of [...act.after, ...(act.before >= 0 ? [act.before] : [])]) for (const [who, time] of clocks[other] || []) clock.set(who, Math.max(time, clock.get(who) || 0));
    clocks.push(clock);
    if (act.lane < 0) continue;
    const who = host(act.lane);
    clock.set(who, (clock.get(who) || 0) + 1);
    lines.push(`${who} {${[...clock].map(([name, time]) => `"${name}":${time}`).join(",")}}`, act.what.replace(/\n/g, " "));
  }
  return `${lines.join("\n")}\n`;
}

/** A state graph as Mermaid's state diagram. @param {any} doc */
export function mermaidGraph(doc) {
  const lines = ["stateDiagram-v2", `    [*] --> s${doc.initial}`];
  for (const [from, label, to] of doc.edges) lines.push(`    s${from} --> s${to}: ${doc.labels[label].replace(/[:;#\n]/g, " ")}`);
  return `${lines.join("\n")}\n`;
}

/** @param {string} text */
function escapeXml(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
