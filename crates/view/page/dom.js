// Small helpers: elements, text for markup, themes.

/**
 * An element with attributes and children. Attributes that begin with `on` are listeners.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Text for markup. @param {any} text */
export function esc(text) {
  return String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] || c);
}

/** Cuts a text to so many characters. @param {string} text @param {number} length */
export function cut(text, length) {
  return text.length <= length ? text : text.slice(0, Math.max(1, length - 1)) + "…";
}

/** The end of a path: that is what tells it from others. @param {string} text @param {number} length */
export function cutPath(text, length) {
  if (text.length <= length) return text;
  const end = text.slice(1 - length);
  const slash = end.indexOf("/");
  return `…${slash >= 0 && slash < end.length - 1 ? end.slice(slash) : end}`;
}

/** An entry's name, without Go's word for packages that are given by their files. @param {string} name */
export function entryName(name) {
  return name.replace(/^command-line-arguments(_test)?\./, "");
}

/** `1 state`, `2 states`. @param {number} count @param {string} word */
export function plural(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** Tells people who do not see the page what has changed. @param {string} text */
export function announce(text) {
  const place = document.getElementById("announcer");
  if (place) place.textContent = text;
}

/** Offers a file to keep. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text, and says so on the button. @param {HTMLElement} button @param {string} text */
export async function copyText(button, text) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "copied";
  } catch {
    // From disk there may be no clipboard: select it, and let the person copy.
    window.prompt("Copy this:", text);
    return;
  }
  setTimeout(() => (button.textContent = before), 1200);
}

/** Shows a dialog; when it is closed, what had the focus has it again. @param {any} dialog */
export function openDialog(dialog) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  dialog.addEventListener("close", () => {
    dialog.remove();
    before?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** What the browser remembers between visits; nothing, where it must not. */
export const memory = {
  /** @param {string} key */
  get(key) {
    try {
      return localStorage.getItem("vtrace." + key);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem("vtrace." + key, value);
    } catch {
      // Then it is asked again next time.
    }
  },
};

/** Light, dark, or as the system has it. */
export function applyTheme() {
  const theme = memory.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

export function toggleTheme() {
  const dark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
  memory.set("theme", dark ? "light" : "dark");
  applyTheme();
  window.dispatchEvent(new Event("themechange"));
}

/** A colour that the style sheet names. @param {string} name */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** How many lane colours the style sheet has. */
export const HUES = 8;
