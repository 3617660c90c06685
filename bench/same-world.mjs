// Lets the same lives pass in the sandbox of this checkout and of another one, and compares every row of every table:
//   node bench/same-world.mjs <other checkout> [lives]
// For a change that must make nothing but the speed different. The lives are those of test/sandbox/busy-life.ts. With
// one checkout alone it prints the digests.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { bundle, root, temporaryFolder } from '../scripts/bundle.mjs';

const [other, lives = '12'] = process.argv.slice(2);
const checkouts = { here: root, ...(other && { there: path.resolve(other) }) };
const engines = process.getBuiltinModule?.('node:sqlite') ? ['node:sqlite', 'libsql'] : ['libsql'];
const start = Date.UTC(2026, 2, 2, 8);
const day = 86_400_000;

async function load(checkout, folder) {
  mkdirSync(folder, { recursive: true });
  const source = (file) => path.join(checkout, 'src', file);
  const entries = {
    sandbox: source('sandbox/sandbox.ts'),
    database: source('local/database.ts'),
    keys: source('contract/keys.ts'),
    life: path.join(root, 'test/sandbox/busy-life.ts'),
    dump: path.join(root, 'test/sandbox/dump.ts'),
  };
  await bundle(entries, folder);
  const require = createRequire(path.join(folder, 'from.js'));
  return Object.assign({}, ...Object.keys(entries).map((name) => require(`./${name}.js`)));
}

/** The digest of each table at the end of a life. */
async function live({ createSandbox, openDatabase, sandboxKey, busyLife, dump }, engine, number) {
  const database = await openDatabase(':memory:', { engine });
  const clock = { now: () => start, sleep: async () => undefined };
  const sandbox = await createSandbox({ database, clock, seed: `life ${number}`, strict: true });
  const send = async (method, route, body) => {
    const { status, body: text } = await sandbox.transport({
      method,
      path: route,
      query: [],
      headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status, text };
  };
  await busyLife({ send, pass: (days) => sandbox.advance(Math.round(days * day)) }, number);
  const world = dump(database);
  // The version of the tables, which another index changes as well.
  world.meta = world.meta.filter(({ name }) => name !== 'schema');
  database.close();
  return Object.fromEntries(
    Object.entries(world).map(([table, rows]) => [
      table,
      {
        rows: rows.length,
        digest: createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16),
      },
    ]),
  );
}

const folder = temporaryFolder();
try {
  const sides = {};
  for (const [name, checkout] of Object.entries(checkouts))
    sides[name] = await load(checkout, path.join(folder, name));
  let different = 0;
  for (let number = 1; number <= Number(lives); number++) {
    const ends = {};
    for (const [name, side] of Object.entries(sides))
      for (const engine of engines) ends[`${name}, ${engine}`] = await live(side, engine, number);
    const [[first, expected], ...others] = Object.entries(ends);
    const rows = (table) => expected[table].rows;
    console.log(
      `life ${number}: ${rows('email')} emails, ${rows('reply')} replies, ${rows('delivery')} deliveries, ${rows('failed_event')} failed events: ${createHash('sha256').update(JSON.stringify(expected)).digest('hex').slice(0, 16)}`,
    );
    for (const [name, end] of others)
      for (const [table, { digest }] of Object.entries(end))
        if (digest !== expected[table]?.digest) {
          different += 1;
          console.log(`  ${table} differs: ${first} and ${name}`);
        }
  }
  console.log(different === 0 ? 'every world is the same' : `${different} tables differ`);
  if (different > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
