// Works out which modules of a bundle go into one chunk, from the graph of their imports.

import path from 'node:path';

/** What reading one more chunk costs, as long as reading that many more bytes of one. Measured: 0.1 ms, and 20 µs for 1,000 bytes. */
const chunkBytes = 5000;
/** A module of Node that is not there from the start takes milliseconds. */
const nodeBytes = 120_000;
/** An area of the contract makes its schemas as it is read, which takes as long as reading so many times its bytes. */
const areaFactor = 16;
const atStart = ['buffer', 'events', 'fs', 'path', 'process', 'timers', 'url', 'util', 'vm'];
/** A command of every day counts as much as so many others. One that only reads has no more chunks of its own than that. */
const everyday = { weight: 10, most: 16 };

/**
 * Gives the chunk of each module. Modules that the same lines read are together at first; then chunks become one where what
 * a line reads too much costs less than the chunks that it reads less. A line is what is read together: a place that is
 * loaded late, and a command with what answers it in the sandbox. `seeds` are chunks that are given, by what they begin with.
 */
export function planChunks(modules, seeds) {
  const graph = new Map(modules.map((module) => [module.id, module]));
  const lines = linesOf(graph);
  const chunks = firstChunks(graph, lines, seeds);
  for (let merged = true; merged; ) {
    merged = false;
    for (const chunk of [...chunks].sort((a, b) => a.bytes - b.bytes)) {
      const best = chunks.has(chunk) && bestPair([chunk], chunks, 0);
      if (!best) continue;
      merge(best, chunks);
      merged = true;
    }
  }
  for (const line of lines.filter(({ weight, onlyReads }) => weight > 1 && onlyReads)) {
    for (;;) {
      const own = [...chunks].filter((chunk) => !chunk.given && chunk.lines.has(line));
      const best = own.length > everyday.most && bestPair(own, own, Infinity);
      if (!best) break;
      merge(best, chunks);
    }
  }
  return named([...chunks]);
}

/** The name of the chunk of each module: the one that is given, else that of its longest file. */
function named(chunks) {
  const taken = new Set();
  const names = new Map();
  for (const { ids, longest, given } of chunks) {
    const base = given ?? path.parse(longest).name.replace(/\W/g, '');
    const name = [base, ...Array.from(chunks, (_, at) => `${base}-${at + 2}`)].find((one) => !taken.has(one));
    taken.add(name);
    for (const id of ids) names.set(id, name);
  }
  return names;
}

function linesOf(graph) {
  const late = new Set([...graph.values()].flatMap(({ dynamics }) => dynamics));
  const entries = [...graph.values()].filter(({ isEntry }) => isEntry).map(({ id }) => id);
  const places = [...entries, ...late].map((id) => ({ ids: [id], weight: 1 }));
  const index = [...graph.values()].find(({ id }) => id.endsWith('/src/commands/index.ts'));
  const commands = (index?.dynamics ?? []).map((id) => ({
    ids: [id, ...handlersFor(graph, id)],
    weight: /\bcore: true/.test(graph.get(id).code) ? everyday.weight : 1,
    onlyReads: /\btool: ['"]read['"]/.test(graph.get(id).code),
  }));
  const lines = [...places, ...commands];
  for (const line of lines) {
    line.reads = closure(line.ids, (id) => graph.get(id)?.imports ?? []);
    line.isAlone = line.ids.some((id) => /\/src\/(?:commands\/mcp\/serve|cli\/agent\/[^/]+)\.ts$/.test(id));
  }
  return lines;
}

/** The handlers of the areas of the contract that a command names itself. */
function handlersFor(graph, command) {
  const [folder] = /^.*\/src\/commands\/[^/]+\//.exec(command);
  const own = [...closure([command], (id) => graph.get(id)?.imports ?? [])].filter((id) =>
    id.startsWith(folder),
  );
  const areas = own.flatMap((id) =>
    graph.get(id).imports.filter((name) => name.includes('/contract/areas/')),
  );
  return [...new Set(areas.map((area) => area.replace('/contract/areas/', '/sandbox/handlers/')))].filter(
    (id) => graph.has(id),
  );
}

function closure(ids, next) {
  const found = new Set(ids);
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}

function firstChunks(graph, lines, seeds) {
  const given = new Map();
  for (const [name, ids] of seeds)
    for (const id of closure(ids, (id) => (given.has(id) ? [] : (graph.get(id)?.imports ?? []))))
      if (!given.has(id) && !isOutside(id)) given.set(id, name);
  const readers = new Map([...graph.keys()].map((id) => [id, []]));
  lines.forEach(({ reads }, at) => {
    for (const id of reads) readers.get(id)?.push(at);
  });
  const byKey = new Map();
  const chunkOf = new Map();
  for (const [id, { code }] of graph) {
    const name = given.get(id) ?? (isOutside(id) ? id : undefined);
    const key = name ?? readers.get(id).join();
    if (!byKey.has(key))
      byKey.set(key, { ids: [], bytes: 0, longest: id, lines: new Set(), needs: new Set(), given: name });
    const chunk = byKey.get(key);
    chunk.ids.push(id);
    if (code.length > graph.get(chunk.longest).code.length) chunk.longest = id;
    // Minified, about half is left.
    const factor = /\/src\/contract\/areas\//.test(id) ? areaFactor : 1;
    chunk.bytes += isOutside(id) ? costOutside(id) : (factor * code.length) / 2;
    for (const at of readers.get(id)) chunk.lines.add(lines[at]);
    chunkOf.set(id, chunk);
  }
  for (const [id, chunk] of chunkOf)
    for (const other of graph.get(id).imports)
      if (chunkOf.get(other) !== chunk && chunkOf.has(other)) chunk.needs.add(chunkOf.get(other));
  const chunks = new Set(byKey.values());
  for (const chunk of chunks) spread(chunk);
  return chunks;
}

const isOutside = (id) => /^(?:node:)?[a-z][a-z_/0-9]*$/.test(id);
const costOutside = (id) => (atStart.includes(id.replace('node:', '')) ? 0 : nodeBytes);

/** What is read with it. */
const needed = (chunk) => {
  chunk.needed ??= closure(chunk.needs, ({ needs }) => needs);
  return chunk.needed;
};

/** What reads a chunk reads what that needs. */
function spread(chunk) {
  for (const other of needed(chunk)) for (const line of chunk.lines) other.lines.add(line);
}

/** The two of which least is lost as one, where that is below a bound. */
function bestPair(some, chunks, bound) {
  let best = { loss: bound };
  for (const a of some)
    for (const b of chunks) {
      if (b === a || a.given || b.given) continue;
      const loss = lossOf(a, b, best.loss);
      if (loss < best.loss && !isBetween(a, b) && !isBetween(b, a)) best = { a, b, loss };
    }
  return best.a && best;
}

/** What all lines read more where two chunks are one, and fewer chunks they read; not to the end where it is over a bound. */
function lossOf(a, b, bound) {
  let loss = 0;
  // A server for agents is up all day: it reads nothing that it does not use.
  const isApart = (one, other) => [...one.lines].some((line) => line.isAlone && !other.lines.has(line));
  if (isApart(a, b) || isApart(b, a)) return Infinity;
  for (const line of a.lines) loss += line.weight * (b.lines.has(line) ? -chunkBytes : b.bytes);
  for (const line of b.lines) if (!a.lines.has(line)) loss += line.weight * a.bytes;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ]) {
    if (loss >= bound) return loss;
    for (const chunk of needed(one))
      for (const line of chunk === other ? [] : other.lines)
        if (!chunk.lines.has(line)) loss += line.weight * (chunk.bytes + chunkBytes);
  }
  return loss;
}

/** Is there a third that one needs and that needs the other? Chunks would need each other in a ring. */
const isBetween = (a, b) => [...a.needs].some((chunk) => chunk !== b && needed(chunk).has(b));

function merge({ a, b }, chunks) {
  a.ids.push(...b.ids);
  a.bytes += b.bytes;
  for (const line of b.lines) a.lines.add(line);
  for (const chunk of b.needs) a.needs.add(chunk);
  chunks.delete(b);
  for (const chunk of chunks) if (chunk.needs.delete(b)) chunk.needs.add(a);
  a.needs.delete(a);
  for (const chunk of chunks) chunk.needed = undefined;
  spread(a);
}
