// How the edges of a small graph run, and where their labels stand: around states, and off each other.
//
// Each edge takes the first of some bends that touches no state, each label the place along its edge where it covers least. Greedy, and good enough
// for what a person can read; graphs with more edges have no labels, and plain bends.

const STATE = 14;
const TEXT = 13;

/** A curve between two states that are not the same, as a quadratic Bézier. @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} bend */
function curve(x1, y1, x2, y2, bend) {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / far, (y2 - y1) / far];
  return { x1, y1, x2, y2, ux, uy, mx: (x1 + x2) / 2 - uy * bend, my: (y1 + y2) / 2 + ux * bend };
}

/** A point of a curve. @param {any} c @param {number} t */
function pointAt(c, t) {
  const [a, b, d] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
  return { x: a * c.x1 + b * c.mx + d * c.x2, y: a * c.y1 + b * c.my + d * c.y2 };
}

/**
 * How each pair of states is joined.
 * @param {{ from: number, to: number }[]} pairs @param {(pair: any) => boolean} both whether there is one in the other direction
 * @param {Float64Array} x @param {Float64Array} y @param {boolean} careful
 */
export function bendEdges(pairs, both, x, y, careful) {
  const middle = careful ? (Math.min(...x) + Math.max(...x)) / 2 : 0;
  return pairs.map((pair) => {
    if (pair.from === pair.to) return null;
    const [x1, y1, x2, y2] = [x[pair.from], y[pair.from], x[pair.to], y[pair.to]];
    const far = Math.hypot(x2 - x1, y2 - y1) || 1;
    const small = Math.min(46, far * 0.18);
    const two = both(pair);
    if (!careful) return curve(x1, y1, x2, y2, two || y2 <= y1 || far > 160 ? small : 0);
    // What leads back goes around the others, on the outside, where it is seen as a loop.
    const back = y2 < y1 - 1;
    const wide = [0.3, 0.5, 0.75].flatMap((part) => [far * part, -far * part]);
    const bends = back ? [small, -small, ...wide] : two ? [small, far * 0.3, far * 0.5] : [0, small, -small, ...wide];
    let best = curve(x1, y1, x2, y2, bends[0]);
    let least = Infinity;
    for (const bend of bends) {
      const tried = curve(x1, y1, x2, y2, bend);
      let cost = Math.abs(bend) * 0.02;
      const side = (x1 + x2) / 2 - middle;
      if (back && (tried.mx - middle - side) * (side || 1) < 0) cost += 25;
      if (back && Math.abs(bend) <= small && far > 160) cost += 12;
      for (let at = 1; at < 12; at++) {
        const point = pointAt(tried, at / 12);
        for (let state = 0; state < x.length; state++) {
          if (state !== pair.from && state !== pair.to && Math.hypot(x[state] - point.x, y[state] - point.y) < STATE + 12) cost += 10;
        }
      }
      if (cost < least) [best, least] = [tried, cost];
    }
    return best;
  });
}

/**
 * Where the labels stand.
 * @param {any[]} curves @param {string[]} texts @param {{ from: number }[]} pairs @param {Float64Array} x @param {Float64Array} y
 */
export function placeLabels(curves, texts, pairs, x, y) {
  /** @type {{ l: number, r: number, t: number, b: number }[]} */ const taken = [];
  const overlap = (/** @type {any} */ a, /** @type {any} */ b) => Math.max(0, Math.min(a.r, b.r) - Math.max(a.l, b.l)) * Math.max(0, Math.min(a.b, b.b) - Math.max(a.t, b.t));
  const nodes = [...x].map((at, state) => ({ l: at - STATE - 2, r: at + STATE + 2, t: y[state] - STATE - 2, b: y[state] + STATE + 2 }));
  const points = curves.map((c) => (c ? Array.from({ length: 39 }, (_, at) => pointAt(c, (at + 1) / 40)) : []));
  return curves.map((c, index) => {
    const wide = texts[index].length * 6.7 + 6;
    const at = pairs[index].from;
    const places = c
      ? [0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75].flatMap((t) => {
          const point = pointAt(c, t);
          // On the line, or beside it.
          return [[0, 0], [wide / 2 + 6, 0], [-wide / 2 - 6, 0], [0, -TEXT], [0, TEXT]].map(([dx, dy]) => ({ x: point.x + dx, y: point.y + dy, off: Math.abs(dx) + Math.abs(dy) ? 8 : 0 }));
        })
      : [{ x: x[at] + 36 + wide / 2, y: y[at] - 16, off: 0 }, { x: x[at] + 20, y: y[at] - 32, off: 0 }];
    let best = places[0];
    let least = Infinity;
    for (const place of places) {
      const box = { l: place.x - wide / 2, r: place.x + wide / 2, t: place.y - TEXT + 2, b: place.y + 4 };
      let cost = place.off;
      for (const other of taken) cost += overlap(box, other) * 3;
      for (const node of nodes) cost += overlap(box, node) * 3;
      points.forEach((line, other) => other !== index && line.forEach((point) => (cost += point.x > box.l && point.x < box.r && point.y > box.t && point.y < box.b ? 15 : 0)));
      if (cost < least) [best, least] = [place, cost];
    }
    taken.push({ l: best.x - wide / 2, r: best.x + wide / 2, t: best.y - TEXT + 2, b: best.y + 4 });
    return best;
  });
}
