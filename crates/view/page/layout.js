// Places the states of a graph: in layers by their distance from the initial one, each layer ordered so that few edges cross.
//
// Distances give a picture in which a run goes down, at a price that thousands of states can pay: breadth-first search, and some
// sweeps that sort each layer by the mean place of its neighbours (Sugiyama's barycentre heuristic).

/**
 * @param {number} states @param {number} initial @param {[number, number, number][]} edges
 * @param {number} letters how long the labels are
 * @returns {{ x: Float64Array, y: Float64Array, width: number, height: number }}
 */
export function layered(states, initial, edges, letters = 0) {
  const out = Array.from({ length: states }, () => /** @type {number[]} */ ([]));
  const into = Array.from({ length: states }, () => /** @type {number[]} */ ([]));
  for (const [from, , to] of edges) {
    if (from !== to) {
      out[from].push(to);
      into[to].push(from);
    }
  }
  const layer = new Int32Array(states).fill(-1);
  /** @type {number[][]} */ const layers = [];
  const queue = [initial];
  layer[initial] = 0;
  for (let at = 0; at < queue.length; at++) {
    const state = queue[at];
    (layers[layer[state]] ||= []).push(state);
    for (const next of out[state]) {
      if (layer[next] < 0) {
        layer[next] = layer[state] + 1;
        queue.push(next);
      }
    }
  }
  const lost = [];
  for (let state = 0; state < states; state++) {
    if (layer[state] < 0) {
      layer[state] = layers.length;
      lost.push(state);
    }
  }
  if (lost.length) layers.push(lost);
  // A wide layer is broken into several lines, as many as make the picture about as wide as high.
  const most = Math.max(8, Math.ceil(Math.sqrt(states) * 2.2));
  const place = new Float64Array(states);
  const spread = () => layers.forEach((row) => row.forEach((state, at) => (place[state] = at - (row.length - 1) / 2)));
  spread();
  const sweeps = states > 2000 ? 6 : 12;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const down = sweep % 2 === 0;
    for (let step = 1; step < layers.length; step++) {
      const row = layers[down ? step : layers.length - 1 - step];
      if (!row) continue;
      const links = down ? into : out;
      const mean = (/** @type {number} */ state) => {
        let sum = 0;
        let count = 0;
        for (const other of links[state]) {
          if (layer[other] !== layer[state]) {
            sum += place[other];
            count++;
          }
        }
        return count ? sum / count : place[state];
      };
      const keys = new Map(row.map((state) => [state, mean(state)]));
      row.sort((a, b) => (keys.get(a) || 0) - (keys.get(b) || 0) || a - b);
      row.forEach((state, at) => (place[state] = at - (row.length - 1) / 2));
    }
  }
  const x = new Float64Array(states);
  const y = new Float64Array(states);
  // Labels are shown in small graphs only, and want room there.
  const [across, along] = states <= 80 ? [Math.min(280, Math.max(70, letters * 7.2 + 40)), 116] : [64, 76];
  let top = 0;
  let width = 0;
  for (const row of layers) {
    const lines = Math.ceil(row.length / most);
    row.forEach((state, at) => {
      const line = at % lines;
      const inLine = Math.floor(at / lines);
      const count = Math.ceil((row.length - line) / lines);
      x[state] = (inLine - (count - 1) / 2) * across + (lines > 1 ? ((line % 3) - 1) * (across / 4) : 0);
      y[state] = top + line * (along * 0.6);
      width = Math.max(width, count * across);
    });
    top += (lines - 1) * along * 0.6 + along;
  }
  return { x, y, width, height: top };
}
