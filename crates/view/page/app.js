// The page: what there is to see, which of it is shown, keys, links and help.
import { applyTheme, copyText, cutPath, download, entryName, h, openDialog, plural, toggleTheme } from "./dom.js";
import { RunView } from "./run.js";
import { GraphView } from "./graph.js";
import { watchProgress } from "./progress.js";

const KEYS = [
  ["↓ ↑  j k  d a", "next, back"],
  ["Home End", "first, last"],
  ["Page ↓ ↑", "a page further, back"],
  ["s S", "next, last context switch"],
  ["g G", "next, last step of this goroutine"],
  ["space", "play, pause"],
  ["/  n N", "search; next, last match"],
  ["p", "search by the shape of several events"],
  ["h", "causes: what happened before this step and after it"],
  ["c", "collapse local work"],
  ["o", "columns for channels and locks"],
  ["v", "lanes, network, or beside a run that ends well"],
  ["+ − 0", "larger, smaller, as it was; also Ctrl and the wheel"],
  ["i", "all that there is to see"],
  ["t", "light or dark"],
  ["?", "this help"],
];

const embedded = new Map([...document.querySelectorAll("script[data-document]")].map((element) => [element.getAttribute("data-document"), element.textContent || ""]));

/** A document, from the page itself or from its server. @param {string} name */
async function fetchDocument(name) {
  if (embedded.has(name)) return JSON.parse(embedded.get(name) || "null");
  if (embedded.size) throw new Error(`this page does not have ${name}`);
  const answer = await fetch(`document/${encodeURIComponent(name)}`);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

/** Something to take away with a document. @param {string} item @param {string} name */
async function fetchExtra(item, name) {
  if (embedded.size) return JSON.parse(embedded.get(`${item}/${name}`) || "null");
  const answer = await fetch(`extra/${encodeURIComponent(item)}/${name}`);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

class App {
  constructor() {
    this.place = document.getElementById("app");
    /** @type {any} */ this.view = null;
    /** Branches that the engine made here. @type {Map<string, any>} */ this.branches = new Map();
    window.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.route());
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    window.addEventListener("themechange", () => {
      this.view?.lanes?.map.paint();
    });
  }

  async start() {
    applyTheme();
    const index = await fetchDocument("index");
    if (index.watching) {
      watchProgress(this.place, () => location.reload());
      return;
    }
    this.index = index;
    document.title = `${index.title} · vtrace`;
    await this.route();
  }

  /** Shows what the address says: `#name@step`. */
  async route() {
    if (!this.index) return;
    const hash = decodeURIComponent(location.hash.slice(1));
    const at = hash.lastIndexOf("@");
    let [name, link] = at >= 0 ? [hash.slice(0, at), hash.slice(at + 1)] : [hash, ""];
    if (this.shown === name && this.view) {
      if (link && this.view.follow && this.view.link() !== link) this.view.follow(link);
      return;
    }
    if (!name) {
      if (this.index.items.length !== 1) return this.showIndex();
      name = this.index.items[0].name;
    }
    try {
      const doc = this.branches.get(name) || (await fetchDocument(name));
      this.show(name, doc, link);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {string} name @param {any} doc @param {string} link */
  show(name, doc, link) {
    this.shown = name;
    const item = this.itemOf(name, doc);
    if (doc.form === "graph") {
      this.view = new GraphView(doc, { moved: (step) => this.remember(String(step)) });
      this.place.replaceChildren(this.header(), this.graphBand(doc), h("main", { class: "stage" }, this.view.element));
      if (link) this.view.go(Number(link) || 0);
      return;
    }
    this.view = new RunView(doc, name, { moved: (at) => this.remember(at), branch: (schedule, goOn, atEnd) => this.branch(schedule, goOn, atEnd), served: embedded.size === 0 });
    this.place.replaceChildren(this.header(), this.verdict(doc, item), h("main", { class: "stage" }, this.view.element));
    this.view.lanes.layout();
    this.view.lanes.drawHead();
    if (this.view.model.lanes.length && this.view.model.lanes.every((/** @type {any} */ lane) => lane.function === "node")) this.view.tab("Network");
    if (link) this.view.follow(link);
    else this.view.go(doc.branch ? this.view.model.steps[doc.branch.step]?.last ?? 0 : this.view.model.rows.length);
    this.view.lanes.scroller.focus({ preventScroll: true });
    // When there is something to see: the tests measure it.
    requestAnimationFrame(() => performance.mark("vtrace-shown"));
  }

  /** @param {string} at */
  remember(at) {
    history.replaceState(null, "", `#${encodeURIComponent(this.shown || "")}@${at}`);
  }

  header() {
    const items = this.index.items;
    const several = items.length > 1 || this.branches.size > 0;
    const select = h("select", { class: "which", "aria-label": "What to look at", onchange: () => (location.hash = `#${encodeURIComponent(select.value)}`) },
      items.map((/** @type {any} */ item) => h("option", { value: item.name, selected: item.name === this.shown || this.shown?.startsWith(`${item.name}~`) }, item.kind ? `${item.name}  ${item.place}` : item.title)),
      [...this.branches.keys()].map((name) => h("option", { value: name, selected: name === this.shown }, this.branches.get(name).title)));
    this.menuList = h("div", { class: "menu", hidden: true, role: "menu" });
    this.menuButton = h("button", { "aria-haspopup": "menu", title: "take this view away", onclick: () => this.openMenu() }, "Export");
    return h("header", { class: "top" },
      h("a", { class: "brand", href: "#", title: "all that there is to see (i)", onclick: (/** @type {Event} */ event) => { event.preventDefault(); this.showIndex(); } }, h("b", {}, "vtrace")), h("span", { class: "title", title: this.index.title }, cutPath(this.index.title, 40)), several ? select : "",
      h("span", { class: "spacer" }), h("span", { class: "menu-place" }, this.menuButton, this.menuList), h("button", { title: "light or dark (t)", "aria-label": "light or dark", onclick: toggleTheme }, "◐"), h("button", { title: "help (?)", "aria-label": "help", onclick: () => this.help() }, "?"));
  }

  openMenu() {
    const list = this.menuList;
    if (!list.hidden) {
      list.hidden = true;
      return;
    }
    const own = this.view?.menu ? this.view.menu() : [];
    list.replaceChildren(...[...own, ...this.extras()].map(([/** @type {string} */ text, /** @type {(button: HTMLElement) => any} */ act]) => {
      const button = h("button", { role: "menuitem", onclick: async () => {
        try {
          await act(button);
          setTimeout(() => (list.hidden = true), 400);
        } catch (error) {
          list.append(h("p", { class: "note", role: "alert" }, String(error.message || error)));
        }
      } }, text);
      return button;
    }), h("button", { role: "menuitem", onclick: () => { list.hidden = true; window.print(); } }, "Print…"));
    list.hidden = false;
    list.querySelector("button")?.focus();
  }

  /** What else there is to take away with a finding: its server makes it, or it is in the page. */
  extras() {
    const item = this.index.items.find((/** @type {any} */ each) => each.name === this.shown);
    const there = (item?.extras || []).filter(([/** @type {string} */ name]) => !embedded.size || embedded.has(`${this.shown}/${name}`));
    return there.map(([/** @type {string} */ name, /** @type {string} */ title]) => [title, async (/** @type {HTMLElement} */ button) => {
      const words = button.textContent;
      button.textContent = `${words}: being made…`;
      button.setAttribute("aria-busy", "true");
      try {
        const { files } = await fetchExtra(this.shown || "", name);
        for (const [file, text] of files) download(file, new Blob([text]));
      } finally {
        button.textContent = words;
        button.removeAttribute("aria-busy");
      }
    }]);
  }

  /** What happens, in one sentence, and how sure that is. @param {any} doc @param {any} item */
  verdict(doc, item) {
    const { finding } = doc;
    const notes = (doc.notes || []).map((/** @type {string} */ note) => h("p", { class: "note" }, note));
    if (!finding) {
      const back = doc.branch ? h("button", { class: "back", onclick: () => (location.hash = `#${encodeURIComponent(doc.branch.of)}`) }, `← back to ${doc.branch.of}`) : "";
      return h("section", { class: "verdict plain" }, h("h1", {}, capital(item.sentence || doc.title)), back, notes);
    }
    const sure = /** @type {Record<string, string>} */ ({ confirmed: "confirmed: the real program, run in this order, does it", certain: "certain: every value on the way is known; it was not replayed on the real program", possible: "possible: it needs an assumption about an input or an external call" });
    const commands = (finding.commands || []).map(([/** @type {string} */ title, /** @type {string} */ text]) => {
      const button = h("button", { class: "command", title: `copy: ${title}`, onclick: () => copyText(button, text) }, text);
      return button;
    });
    return h("section", { class: "verdict" },
      h("h1", {}, h("span", { class: "kind" }, finding.kind), capital(finding.message)),
      h("p", { class: "facts" }, h("b", { class: `standing ${finding.standing}`, title: sure[finding.standing] }, finding.standing), h("span", {}, item.place), h("span", { class: "quiet" }, finding.id), finding.entries?.length ? h("span", { class: "quiet" }, `found in ${finding.entries.map(entryName).join(", ")}`) : "", this.versions(finding.versions || []), commands),
      (finding.inputs || []).length ? h("p", { class: "inputs" }, h("b", {}, "with "), finding.inputs.map(([/** @type {string} */ name, /** @type {string} */ value]) => `${name} = ${value}`).join(", ")) : "",
      (finding.help || []).map((/** @type {string} */ text) => h("p", { class: "help-line" }, h("b", {}, "try: "), text)), notes);
  }

  /** The run made short, and as it was found: one of them is shown. @param {any[]} versions */
  versions(versions) {
    const there = versions.filter(({ name }) => !embedded.size || embedded.has(name));
    if (there.length < 2) return versions.length === 1 ? h("span", { class: "quiet", title: "no shorter run was found than the one by which the search came upon it" }, "shown as it was found") : "";
    const titles = /** @type {Record<string, string>} */ ({ "made short": "the run with the fewest switches and steps that was found", "as found": "the run by which the search came upon it, before a shorter one was looked for" });
    return h("span", { class: "versions", role: "group", "aria-label": "Which run" }, there.map(({ name, title, choices }) => h("button", { "aria-pressed": name === this.shown, title: titles[title], onclick: () => (location.hash = `#${encodeURIComponent(name)}`) }, `${title}: ${plural(choices, "choice")}`)));
  }

  /** @param {any} doc */
  graphBand(doc) {
    return h("section", { class: "verdict plain" }, h("h1", {}, doc.title), h("p", { class: "facts" }, h("span", {}, doc.sentence), doc.path?.length ? h("span", { class: "quiet" }, `a run of ${plural(doc.path.length, "step")} is marked${doc.cycle !== undefined ? ", its end repeats for ever" : ""}`) : ""), (doc.notes || []).map((/** @type {string} */ note) => h("p", { class: "note" }, note)));
  }

  /** All that there is to see. */
  showIndex() {
    this.view = null;
    this.shown = "";
    history.replaceState(null, "", "#");
    const { items, entries, notes, title } = this.index;
    const cards = items.map((/** @type {any} */ item) => h("a", { class: "card", href: `#${encodeURIComponent(item.name)}` }, item.kind ? h("span", { class: "kind" }, item.kind) : "", h("b", {}, capital(item.sentence || item.title)), h("span", { class: "place" }, [item.place, item.standing, item.kind ? item.name : ""].filter(Boolean).join(" · "))));
    this.place.replaceChildren(this.header(), h("main", { class: "index" }, h("h1", {}, items.length ? `${plural(items.filter((/** @type {any} */ item) => item.kind).length, "finding")} in ${title}` : `Nothing was found in ${title}`), (notes || []).map((/** @type {string} */ note) => h("p", { class: "note" }, note)), h("div", { class: "cards" }, cards),
      entries.length ? [h("h2", {}, "What was checked"), h("ul", { class: "entries" }, entries.map((/** @type {any} */ entry) => h("li", {}, h("b", { class: `verdict ${entry.findings.length ? "found" : entry.verdict.replace(" ", "-")}` }, entry.findings.length ? "found" : entry.verdict), ` ${entryName(entry.name)} `, h("span", { class: "place" }, (entry.verdict === "bounded" ? `incomplete: ${entry.why}` : entry.why) || (entry.verdict === "proved" ? "all behaviours were covered" : "")))))] : ""));
  }

  /**
   * Has the engine go on from a step: another way, as a run of its own; or, at the end of a run that was made here, further on.
   * @param {string[]} schedule @param {number} goOn @param {boolean} atEnd
   */
  async branch(schedule, goOn, atEnd) {
    const { view } = this;
    const name = this.shown || "";
    const from = view.doc.branch;
    // Runs that somebody else made stay as they are.
    const further = atEnd && (from || view.doc.own || view.model.steps.length === 1);
    const root = from?.root || name;
    const known = further ? view.model.steps.length : 0;
    const doc = further ? view.doc : { form: "run", schema: 1, title: "", live: true, steps: /** @type {any[]} */ ([]), next: [], branch: { of: name, root, step: schedule.length } };
    try {
      const answer = await fetch(`branch/${encodeURIComponent(root)}`, { method: "POST", body: JSON.stringify({ schedule, known, go_on: goOn }) });
      if (!answer.ok) throw new Error((await answer.text()).trim());
      const { branch } = await answer.json();
      doc.own = true;
      if (!further) doc.title = `another way ${branch}, from step ${view.position} of ${from ? view.doc.title : name}`;
      const key = further ? name : `branch-${branch}`;
      /** Steps that are not shown yet. @type {any[]} */ let waiting = [];
      const flush = (/** @type {any[]} */ next) => {
        const before = this.view.model?.rows.length || 0;
        if (!further && this.shown !== key) {
          doc.steps = waiting;
          doc.next = next;
          this.branches.set(key, doc);
          this.show(key, doc, "");
        } else if (this.shown === key) this.view.append(waiting, next);
        waiting = [];
        return before;
      };
      const stream = new EventSource(`branch/${branch}`);
      // What takes long is shown while it happens.
      const timer = setInterval(() => waiting.length && flush([]), 300);
      stream.addEventListener("step", (event) => waiting.push(JSON.parse(event.data)));
      stream.addEventListener("end", (event) => {
        stream.close();
        clearInterval(timer);
        const { next, why, end } = JSON.parse(event.data);
        const before = flush(next);
        doc.notes = [why && `Here ${why}.`, end, !end && !why && !next.length && endingOf(doc)].filter(Boolean);
        this.place.querySelector(".verdict")?.replaceWith(this.verdict(doc, this.itemOf(key, doc)));
        const { rows, steps } = this.view.model;
        this.view.go(further ? (goOn > 1 ? Math.min(before + 1, rows.length) : rows.length) : goOn ? steps[schedule.length]?.last ?? rows.length : rows.length);
        if (further && goOn > 1) this.view.play();
      });
      stream.addEventListener("error", () => {
        stream.close();
        clearInterval(timer);
        this.fail(new Error("the engine does not answer: is vtrace view still running?"));
      });
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {string} name @param {any} doc */
  itemOf(name, doc) {
    return this.index.items.find((/** @type {any} */ each) => each.name === name || each.name === doc.finding?.id) || { title: doc.title, sentence: "" };
  }

  /** Before printing, all rows are drawn; after it, those in sight. @param {boolean} begin */
  print(begin) {
    const lanes = this.view?.lanes;
    if (!lanes) return;
    if (begin) lanes.drawAll(2000);
    else lanes.layout();
  }

  help() {
    const dialog = h("dialog", { class: "help", "aria-label": "Keys" }, h("h2", {}, "Keys"), h("table", {}, KEYS.map(([keys, text]) => h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, text)))), h("p", {}, "Click a step to go there, a line of the source to see when it ran, ☆ to keep a value on top. A ring in the step's number marks a context switch. The address of the page always leads back to the step that is shown."), h("form", { method: "dialog" }, h("button", {}, "Close")));
    openDialog(dialog);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && this.menuList && !this.menuList.hidden) {
      this.menuList.hidden = true;
      this.menuButton.focus();
    }
    if (document.querySelector("dialog[open]")) return;
    if (amongOthers(target, event.key)) return event.preventDefault();
    if (target.closest("input:not([type=range]), select, textarea")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && target.closest("button")) return;
    if (event.key === "?") this.help();
    else if (event.key === "t") toggleTheme();
    else if (event.key === "i") this.showIndex();
    else if (!this.view?.key(event.key)) return;
    event.preventDefault();
  }

  /** @param {any} error */
  fail(error) {
    this.place.replaceChildren(h("main", { class: "index" }, h("h1", {}, "This cannot be shown"), h("p", { role: "alert" }, String(error.message || error)), this.index ? h("a", { href: "#", onclick: () => setTimeout(() => this.showIndex()) }, "what else there is to see") : ""));
    this.view = null;
  }
}

/** Moves the focus within a menu or a row of tabs, if the key says so. @param {HTMLElement} from @param {string} key */
function amongOthers(from, key) {
  const menu = from.closest("[role=menu]");
  const group = menu || (from.getAttribute("role") === "tab" && from.closest("[role=tablist]"));
  const [back, on] = menu ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  if (!group || ![back, on, ...(menu ? ["Home", "End"] : [])].includes(key)) return false;
  const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button")]);
  const at = all.indexOf(from);
  const next = key === "Home" ? 0 : key === "End" ? all.length - 1 : (at + (key === on ? 1 : all.length - 1)) % all.length;
  all[next].focus();
  if (!menu) all[next].click();
  // Tabs of files are made anew.
  if (!menu) /** @type {HTMLElement | null} */ (group.querySelector("[aria-selected=true]"))?.focus();
  return true;
}

/** How a branch ended by itself. @param {any} doc */
function endingOf(doc) {
  /** @type {Map<number, any>} */ const stands = new Map();
  for (const step of doc.steps) for (const stand of step.stands || []) stands.set(stand.lane, stand);
  const bad = [...stands.values()].filter((stand) => stand.state === "blocked");
  const crashed = [...stands.values()].find((stand) => stand.state === "panicked");
  if (crashed) return `This way ends badly: ${crashed.why}`;
  return bad.length ? `This way ends with ${plural(bad.length, "goroutine")} blocked for ever.` : "This way, all goroutines come to their ends.";
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const app = new App();
app.start().catch((error) => app.fail(error));
