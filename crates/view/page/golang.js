// As much of Go's lexis as colours need: comments, strings, keywords, numbers.

const GO_WORDS = new Set("break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false iota make close len cap append panic recover string int bool error".split(" "));
const GO_TOKEN = /\/\/.*|\/\*|"(?:\\.|[^"\\])*"?|`|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|\d[\w.]*/g;

/**
 * The lines of a source text as markup.
 * @param {string} text @returns {string[]}
 */
export function goLines(text) {
  /** What goes on from line to line: nothing, a comment or a raw string. */
  let inside = "";
  return text.replace(/\n$/, "").split("\n").map((line) => {
    let out = "";
    let at = 0;
    const put = (/** @type {string} */ piece, /** @type {string} */ kind) => {
      out += kind ? `<i class="${kind}">${goEscape(piece)}</i>` : goEscape(piece);
    };
    while (at < line.length) {
      if (inside) {
        const end = line.indexOf(inside, at);
        const stop = end < 0 ? line.length : end + inside.length;
        put(line.slice(at, stop), inside === "`" ? "s" : "c");
        if (end >= 0) inside = "";
        at = stop;
        continue;
      }
      GO_TOKEN.lastIndex = at;
      const found = GO_TOKEN.exec(line);
      if (!found) {
        put(line.slice(at), "");
        break;
      }
      put(line.slice(at, found.index), "");
      const token = found[0];
      at = found.index + token.length;
      if (token === "`" || token === "/*") {
        inside = token === "`" ? "`" : "*/";
        put(token, token === "`" ? "s" : "c");
      } else if (token.startsWith("//")) put(token, "c");
      else if (/^["']/.test(token)) put(token, "s");
      else if (/^\d/.test(token)) put(token, "n");
      else put(token, GO_WORDS.has(token) ? "k" : "");
    }
    return out;
  });
}

/** @param {string} text */
function goEscape(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
