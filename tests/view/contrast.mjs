// Which texts of a page are hard to read: less than WCAG's 4.5 between a text and what is behind it, as the browser has computed both.

/** Runs in the page; gives one example of each sort of text that fails. */
export function hardToRead() {
  const parse = (text) => {
    const [r, g, b, a = 1] = /rgba?\(([^)]+)\)/.exec(text)[1].split(/[, /]+/).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
  const luminance = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const up = (element) => {
    const all = [];
    for (let at = element; at; at = at.parentElement) all.push(at);
    return all;
  };
  /** What in a picture is painted behind a text. */
  const shape = (element) => element.closest(".stand")?.querySelector("rect") || (element.closest(".row.selected") && document.querySelector(".band")) || element.closest(".row.found")?.querySelector(".hit") || element.closest(".node, .state-node")?.querySelector("circle");
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element.checkVisibility({ checkOpacity: true }) || element.closest("script, style, title, .unseen, .faded, .apart")) continue;
    const paper = up(element).map((at) => parse(getComputedStyle(at).backgroundColor));
    let behind = paper.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
    const painted = element.closest("svg") && shape(element);
    if (painted) {
      const { fill, fillOpacity } = getComputedStyle(painted);
      const colour = parse(fill);
      behind = over({ ...colour, a: colour.a * Number(fillOpacity) }, behind);
    }
    const { fill, color } = getComputedStyle(element);
    const ink = parse(element.closest("svg") ? fill : color);
    const opacity = up(element).reduce((all, at) => all * Number(getComputedStyle(at).opacity), 1);
    const [light, dark] = [luminance(over({ ...ink, a: ink.a * opacity }, behind)), luminance(behind)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) found.set(`${element.tagName} ${element.getAttribute("class") || ""}`, `${ratio.toFixed(2)}: ${node.textContent.trim().slice(0, 40)}`);
  }
  return [...found].map((each) => each.join(", "));
}
