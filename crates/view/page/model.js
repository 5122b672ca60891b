// A run as the page works with it: rows in order, the state after each, and what comes before what.
//
// Steps arrive one by one, also while the engine makes them. A row is what happens at once: one act, or two that meet.
// A position says how many rows have happened; values are known after each step, which may have several rows.

const KEYFRAME = 128;

export class RunModel {
  /** @param {any} doc */
  constructor(doc) {
    this.doc = doc;
    /** @type {any[]} */ this.files = [];
    /** @type {any[]} */ this.lanes = [];
    /** @type {any[]} */ this.cells = [];
    /** @type {any[]} */ this.steps = [];
    /** @type {any[]} */ this.acts = [];
    /** @type {any[]} */ this.rows = [];
    /** Spans in which a lane stands still: lane, from, to, state, why. @type {any[]} */ this.spans = [];
    /** @type {any[]} */ this.open = [];
    /** @type {any[]} */ this.frames = [];
    /** @type {(string|null)[]} */ this.values = [];
    /** @type {any[]} */ this.stands = [];
    /** Where lanes begin and end, in rows. @type {number[]} */ this.births = [];
    /** The acts that started lanes. @type {number[]} */ this.parents = [];
    /** @type {(number|null)[]} */ this.deaths = [];
    /** @type {number[]} */ this.lastOf = [];
    /** @type {number[][]|null} */ this.following = null;
    /** Whether time passes in this run. */ this.hasClock = false;
    for (const step of doc.steps) this.addStep(step);
  }

  /** @param {any} step */
  addStep(step) {
    const index = this.steps.length;
    this.files.push(...(step.files || []));
    for (const lane of step.lanes || []) {
      this.lanes.push(lane);
      this.births.push(this.rows.length);
      this.parents.push(-1);
      this.deaths.push(null);
      this.lastOf.push(-1);
      this.stands.push(null);
      this.open.push(null);
    }
    for (const cell of step.cells || []) {
      this.cells.push(cell);
      this.values.push(null);
    }
    const first = this.rows.length;
    for (const act of step.acts || []) this.addAct(act, index);
    for (const [cell, value] of step.set || []) this.values[cell] = value;
    for (const stand of step.stands || []) this.setStand(stand);
    this.steps.push({ choice: step.choice, set: step.set || [], stands: step.stands || [], others: step.others || [], output: step.output || "", clock: step.clock || 0, first, last: this.rows.length });
    if (step.clock) this.hasClock = true;
    if (index % KEYFRAME === 0) this.frames.push({ values: this.values.slice(), stands: this.stands.slice() });
    this.following = null;
  }

  /** @param {any} act @param {number} step */
  addAct(act, step) {
    const number = this.acts.length;
    const lane = act.lane ?? -1;
    const last = this.rows[this.rows.length - 1];
    const meets = act.with === number - 1 && last && last.step === step;
    if (!meets) this.rows.push({ index: this.rows.length, step, acts: [], preempts: last && last.step !== step && this.couldGoOn(last.acts[0].lane) });
    const row = this.rows[this.rows.length - 1];
    const after = act.after || [];
    const before = lane >= 0 ? this.lastOf[lane] : -1;
    // Lamport's clock: later than everything that it comes after.
    const time = 1 + Math.max(0, ...after.map((/** @type {number} */ other) => this.acts[other]?.time || 0), before >= 0 ? this.acts[before].time : 0);
    const made = { ...act, number, lane, row: row.index, after, before, time };
    if (lane >= 0) this.lastOf[lane] = number;
    if (act.kind === "go") {
      const child = this.lanes.findIndex((other, index) => this.parents[index] < 0 && act.what.endsWith(` ${other.name}`));
      if (child > 0) {
        this.parents[child] = number;
        this.births[child] = row.index;
      }
    }
    this.acts.push(made);
    row.acts.push(made);
  }

  /** Whether a goroutine that acts no more is known to be able to. @param {number} lane */
  couldGoOn(lane) {
    return lane >= 0 && this.stands[lane]?.state === "ready" && !this.isPlain(lane);
  }

  /** Whether of a lane nothing is known but what it does: a node, a role. @param {number} lane */
  isPlain(lane) {
    return /^(role|node)$/.test(this.lanes[lane]?.function);
  }

  /** Whether another one acts in a row than before it: `switch`, or `preempts` if the one before could have gone on. @param {number} index */
  switchAt(index) {
    const [row, before] = [this.rows[index], this.rows[index - 1]];
    if (!before || before.acts.some((/** @type {any} */ act) => row.acts.some((/** @type {any} */ other) => other.lane === act.lane))) return "";
    return row.preempts ? "preempts" : "switch";
  }

  /** Lamport's clock of a lane at a position. @param {number} lane @param {number} position */
  clockAt(lane, position) {
    let act = this.lastOf[lane];
    while (act >= 0 && this.acts[act].row >= position) act = this.acts[act].before;
    return act >= 0 ? this.acts[act].time : 0;
  }

  /** Channels, locks and groups: each time that they are used, what they hold then, and from when to when who holds a lock. */
  objects() {
    /** @type {Map<string, any>} */ const found = new Map();
    const lanes = new Map(this.lanes.map((_, lane) => [this.who(lane), lane]));
    const shared = (/** @type {any} */ cell) => cell && /^(channel|lock|group)$/.test(cell.kind) && cell.lane === undefined;
    const at = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {string} */ type) => {
      if (!found.has(name)) found.set(name, { name, kind, type, uses: [], held: [], value: "" });
      return found.get(name);
    };
    this.steps.forEach((step) => {
      for (const [index, value] of step.set) {
        const cell = this.cells[index];
        if (!shared(cell)) continue;
        const object = at(cell.name, cell.kind, cell.type);
        object.value = value || "";
        if (cell.kind !== "lock") continue;
        const open = object.held[object.held.length - 1];
        if (open && open.to === null) open.to = Math.max(0, step.last - 1);
        const lane = lanes.get(/^(?:held|read) by ([^,]+)/.exec(value || "")?.[1] || "");
        if (lane !== undefined) object.held.push({ lane, from: Math.max(0, step.last - 1), to: null });
      }
      /** @type {Map<string, any>} */ const last = new Map();
      for (let row = step.first; row < step.last; row++) {
        for (const act of this.rows[row].acts) {
          if (!act.object || /^(read|write|input)$/.test(act.kind)) continue;
          const use = { row, lane: act.lane, value: "" };
          at(act.object, /^(send|receive|close)$/.test(act.kind) ? "channel" : "", "").uses.push(use);
          last.set(act.object, use);
        }
      }
      for (const [name, use] of last) use.value = found.get(name).value;
    });
    return [...found.values()].filter((object) => object.uses.length).sort((a, b) => b.uses.length - a.uses.length);
  }

  /** Of a run that repeats for ever: who acts in the part that repeats, and who could and never does. */
  fairness() {
    const from = this.doc.cycle;
    const acting = new Set(this.steps.slice(from).flatMap((step) => this.rows.slice(step.first, step.last)).flatMap((row) => row.acts.map((/** @type {any} */ act) => act.lane)));
    /** @type {Set<string>[]} */ const states = this.lanes.map(() => new Set());
    this.stateAt(Math.max(0, from - 1)).stands.forEach((stand, lane) => stand && states[lane].add(stand.state));
    for (const step of this.steps.slice(from)) for (const stand of step.stands) states[stand.lane].add(stand.state);
    return this.lanes.map((_, lane) => {
      const stand = this.stands[lane];
      if (acting.has(lane)) return { lane, state: "ready", text: "acts again and again" };
      if (stand?.state === "ended") return { lane, state: "ended", text: "has returned" };
      if (stand?.state === "panicked") return { lane, state: "panicked", text: stand.why };
      if (this.isPlain(lane)) return { lane, state: "idle", text: "does nothing in the loop" };
      if (!states[lane].has("ready")) return { lane, state: "blocked", text: stand?.why || "waits for ever" };
      return states[lane].size === 1 ? { lane, state: "unfair", text: "could always go on, and never does: unfair to it" } : { lane, state: "unfair", text: "could go on now and then, and never does" };
    });
  }

  /** @param {any} stand */
  setStand(stand) {
    const { lane } = stand;
    const row = this.rows.length;
    const open = this.open[lane];
    if (open) {
      open.to = row;
      this.open[lane] = null;
    }
    if (stand.state === "blocked" || stand.state === "panicked") {
      const span = { lane, from: row, to: null, state: stand.state, why: stand.why || "", waits: stand.waits_for || [] };
      this.spans.push(span);
      this.open[lane] = span;
    }
    this.deaths[lane] = stand.state === "ended" ? row : null;
    this.stands[lane] = stand;
  }

  /** The step whose state is shown at a position. @param {number} position */
  stepAt(position) {
    let step = position > 0 ? this.rows[position - 1].step : 0;
    while (step + 1 < this.steps.length && this.steps[step + 1].first === this.steps[step + 1].last && this.steps[step + 1].first <= position) step++;
    return step;
  }

  /** Values and stands after a step. @param {number} step */
  stateAt(step) {
    const frame = Math.floor(step / KEYFRAME);
    const values = this.frames[frame].values.slice();
    const stands = this.frames[frame].stands.slice();
    for (let at = frame * KEYFRAME + 1; at <= step; at++) {
      for (const [cell, value] of this.steps[at].set) values[cell] = value;
      for (const stand of this.steps[at].stands) stands[stand.lane] = stand;
    }
    return { values, stands };
  }

  /** What changed at a position: the values that the cells had before, by cell. @param {number} position */
  changesAt(position) {
    const step = this.stepAt(position);
    const before = position > 0 ? Math.min(this.stepAt(position - 1), step - 1) : -1;
    /** @type {Map<number, string|null>} */ const changes = new Map();
    // Of what was before the start nothing is known.
    if (before < 0) return changes;
    const old = this.stateAt(before).values;
    for (let at = Math.max(0, before + 1); at <= step; at++) {
      for (const [cell] of this.steps[at].set) changes.set(cell, old[cell] ?? null);
    }
    return changes;
  }

  /** What could happen at a position: what was taken, and the others. @param {number} position */
  choicesAt(position) {
    const step = this.stepAt(position);
    if (position < this.rows.length && this.rows[position].step === step) return null;
    const next = this.steps[step + 1];
    if (!next) return { step, taken: null, others: this.doc.next || [] };
    const acts = this.rows.slice(next.first, next.last).flatMap((row) => row.acts);
    return { step, taken: { choice: next.choice, what: acts.map((act) => `${this.who(act.lane)} ${act.what}`).join("; ") || "goes on" }, others: next.others };
  }

  /** The choices that lead to the state after a step. @param {number} step */
  scheduleTo(step) {
    return this.steps.slice(0, step + 1).map((made) => made.choice).filter((choice) => choice);
  }

  /** What to call a lane in a sentence. @param {number} lane */
  who(lane) {
    if (lane < 0) return "time";
    const { name, function: role } = this.lanes[lane];
    return /^[0-9.]+$/.test(name) && role !== "role" && role !== "node" ? `goroutine ${name}` : name;
  }

  /** What comes before an act, or after it, itself not included. @param {number} number @param {boolean} forwards */
  reach(number, forwards) {
    const links = forwards ? this.successors() : null;
    const seen = new Set([number]);
    const queue = [number];
    for (let act = queue.pop(); act !== undefined; act = queue.pop()) {
      const made = this.acts[act];
      const next = links ? links[act] : [...made.after, ...(made.before >= 0 ? [made.before] : []), ...(made.with !== undefined ? [made.with] : [])];
      for (const other of next) {
        if (!seen.has(other)) {
          seen.add(other);
          queue.push(other);
        }
      }
    }
    seen.delete(number);
    return seen;
  }

  successors() {
    if (!this.following) {
      const links = this.acts.map(() => /** @type {number[]} */ ([]));
      for (const act of this.acts) {
        for (const other of act.after) links[other].push(act.number);
        if (act.before >= 0) links[act.before].push(act.number);
        if (act.with !== undefined && links[act.with]) links[act.with].push(act.number);
      }
      this.following = links;
    }
    return this.following;
  }

  /** Lanes that wait for each other in a circle, at a state. @param {any[]} stands */
  circle(stands) {
    for (let start = 0; start < stands.length; start++) {
      const path = [];
      let at = start;
      while (at !== undefined && stands[at]?.state === "blocked" && !path.includes(at)) {
        path.push(at);
        at = stands[at].waits_for?.[0];
      }
      if (at === start && path.length > 0) return path;
    }
    return [];
  }

  /** The rows at a place. @param {number} file @param {number} line */
  rowsAt(file, line) {
    if (!this.places) {
      this.places = new Map();
      for (const act of this.acts) {
        if (!act.at) continue;
        const key = `${act.at[0]}:${act.at[1]}`;
        const rows = this.places.get(key) || [];
        if (rows[rows.length - 1] !== act.row) rows.push(act.row);
        this.places.set(key, rows);
      }
      this.placed = this.acts.length;
    }
    if (this.placed !== this.acts.length) {
      this.places = null;
      return this.rowsAt(file, line);
    }
    return this.places.get(`${file}:${line}`) || [];
  }

  /** @param {any[] | undefined} at */
  placeText(at) {
    if (!at) return "";
    if (this.files.length === 1) return `line ${at[1]}`;
    const name = this.files[at[0]]?.name || "";
    return `${name.split("/").pop()}:${at[1]}`;
  }
}

/** @param {number} nanoseconds */
export function formatTime(nanoseconds) {
  if (nanoseconds >= 1e9) return `${(nanoseconds / 1e9).toFixed(2)} s`;
  if (nanoseconds >= 1e6) return `${(nanoseconds / 1e6).toFixed(1)} ms`;
  return nanoseconds ? `${(nanoseconds / 1e3).toFixed(1)} µs` : "0";
}
