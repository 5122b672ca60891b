// The source beside the run: the lines where goroutines are, what the finding says about lines, and when each line ran.
import { HUES, h } from "./dom.js";
import { goLines } from "./golang.js";

export class SourcePane {
  /**
   * @param {import("./model.js").RunModel} model
   * @param {{ line: (file: number, line: number) => void }} on
   */
  constructor(model, on) {
    this.model = model;
    this.on = on;
    this.file = -1;
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Files" });
    this.body = h("div", { class: "code", tabindex: 0, role: "region", "aria-label": "Source" });
    this.element = h("section", { class: "pane source" }, this.tabs, this.body);
    this.body.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const line = /** @type {Element} */ (event.target).closest("[data-line]");
      if (line) this.on.line(this.file, Number(line.getAttribute("data-line")));
    });
  }

  /** Shows a file. @param {number} file */
  open(file) {
    if (file === this.file && this.known === this.model.acts.length) return;
    this.file = file;
    this.known = this.model.acts.length;
    const { name, text } = this.model.files[file] || { name: "", text: null };
    this.tabs.replaceChildren(...this.model.files.map((other, index) => h("button", { role: "tab", "aria-selected": index === file, title: other.name, onclick: () => { this.open(index); this.show(this.stands, this.act); } }, other.name.split("/").pop())));
    if (text === null || text === undefined) {
      this.body.replaceChildren(h("p", { class: "empty" }, name ? `${name} cannot be read` : "There is no source for this."));
      return;
    }
    const labels = this.model.doc.finding?.labels || [];
    const lines = goLines(text).map((line, index) => {
      const number = index + 1;
      const ran = this.model.rowsAt(file, number).length;
      const said = labels.map((/** @type {any} */ label, /** @type {number} */ at) => ({ ...label, first: at === 0 })).filter((/** @type {any} */ label) => label.at[0] === file && label.at[1] === number);
      const remark = said.map((/** @type {any} */ label) => `<span class="remark${label.first ? " first" : ""}"></span>`).join("");
      return `<div class="line${ran ? " ran" : ""}${said.length ? " said" : ""}" data-line="${number}"><span class="gutter" title="${ran ? `ran ${ran} time${ran === 1 ? "" : "s"}: click to go there` : ""}">${number}</span><span class="who"></span><code>${line || " "}</code>${remark}</div>`;
    });
    this.body.innerHTML = lines.join("");
    // Texts of others are set as text.
    const remarks = this.body.querySelectorAll(".remark");
    let next = 0;
    goLinesSaid(labels, file).forEach((text) => (remarks[next++].textContent = text));
  }

  /** Shows where everybody is, and the line of the current act. @param {any[]} stands @param {any} act */
  show(stands, act) {
    this.stands = stands;
    this.act = act;
    for (const line of this.body.querySelectorAll(".line.here, .line.now")) {
      line.classList.remove("here", "now");
      line.querySelector(".who").replaceChildren();
    }
    const lineOf = (/** @type {number} */ number) => this.body.children[number - 1];
    (stands || []).forEach((stand, lane) => {
      const at = stand?.stack?.[0]?.[1];
      if (!at || at[0] !== this.file || stand.state === "ended") return;
      const line = lineOf(at[1]);
      if (!line || !line.querySelector) return;
      line.classList.add("here");
      const name = this.model.lanes[lane].name;
      const word = stand.state === "blocked" ? "is blocked here" : stand.state === "panicked" ? "crashed here" : "is about to run this";
      line.querySelector(".who").append(h("b", { class: `tag ${stand.state}`, style: `--lane:var(--lane-${lane % HUES})`, title: `${this.model.who(lane)} ${word}${stand.why ? `: ${stand.why}` : ""}` }, name));
    });
    const at = act?.at;
    if (at && at[0] === this.file) {
      const line = lineOf(at[1]);
      if (line && line.classList) {
        line.classList.add("now");
        const [top, bottom] = [this.body.scrollTop, this.body.scrollTop + this.body.clientHeight];
        if (line.offsetTop < top + 30 || line.offsetTop > bottom - 60) this.body.scrollTop = line.offsetTop - this.body.clientHeight / 3;
      }
    }
  }
}

/** The labels of a file in the order of its lines. @param {any[]} labels @param {number} file */
function goLinesSaid(labels, file) {
  return labels.map((label, index) => ({ label, index })).filter(({ label }) => label.at[0] === file).sort((a, b) => a.label.at[1] - b.label.at[1] || a.index - b.index).map(({ label }) => label.text);
}
