// @module-tag slow
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outreach, temporaryFolder } from './binary.ts';

const example = resolve(import.meta.dirname, '../../examples/crm-export.csv');
const dist = resolve(import.meta.dirname, '../../dist');
const contents: Readonly<Record<string, readonly string[]>> = JSON.parse(
  await readFile(join(dist, '.contents.json'), 'utf8'),
);

interface Loaded {
  /** Parts of the bundle, and the sources and libraries that they hold. */
  readonly chunks: readonly string[];
  readonly modules: readonly string[];
  /** What the parts of the bundle are long together. */
  readonly bytes: number;
  readonly builtin: readonly string[];
  readonly native: readonly string[];
}

/** Preloaded: tells when the process ends which files were read, which native code and which modules of Node were loaded. */
const witness = (file: string) => `
  const fs = require('node:fs');
  const read = new Set(), native = [];
  const { readFileSync } = fs, { dlopen } = process;
  fs.readFileSync = (...given) => (read.add(String(given[0])), readFileSync(...given));
  process.dlopen = (...given) => (native.push(given[1]), dlopen.apply(process, given));
  const before = new Set(process.moduleLoadList);
  process.on('exit', () => {
    for (const name of Object.keys(require.cache)) read.add(name);
    const builtin = process.moduleLoadList.filter((name) => !before.has(name));
    fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify({ read: [...read], native, builtin }));
  });`;

/** What this command line loads once the first run is over. */
async function loadedBy(
  args: readonly string[],
  { home: given, ...env }: Record<string, string> = {},
): Promise<Loaded> {
  const home = given ?? (await temporaryFolder());
  const file = join(home, 'loaded.json');
  await writeFile(join(home, 'witness.cjs'), witness(file));
  await outreach(home, args, { env });
  const { exit, err } = await outreach(home, args, {
    env,
    nodeOptions: ['-r', join(home, 'witness.cjs')],
    // A socket, which is what a pipe from Node is, would be written to through Node's own streams.
    stdout: 'ignore',
  });
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  const { read, native, builtin } = JSON.parse(await readFile(file, 'utf8'));
  const parts = read.filter((name: string) => name.startsWith(dist) && name.endsWith('.js'));
  const chunks = parts.map((name: string) => relative(dist, name).replaceAll('\\', '/'));
  const sizes = await Promise.all(parts.map((name: string) => stat(name)));
  return {
    chunks,
    modules: chunks.flatMap((chunk: string) => contents[chunk] ?? [`unknown: ${chunk}`]),
    bytes: sizes.reduce((sum, { size }) => sum + size, 0),
    builtin: builtin
      .filter((name: string) => /^NativeModule (?!internal\/)/.test(name))
      .map((name: string) => name.replace('NativeModule ', '')),
    native,
  };
}

/** A service without data. */
async function service(): Promise<Record<string, string>> {
  const page = JSON.stringify({ leads: [], total: 0, page: 1, limit: 20, hasMore: false });
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(page),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => new Promise((closed) => server.close(() => closed())));
  const { port } = server.address() as AddressInfo;
  return {
    OUTREACH_BASE_URL: `http://127.0.0.1:${port}/r`,
    OUTREACH_API_KEY: 'run_abcdefgh_0123456789012345678901234567890123456789',
  };
}

/** Never on a way that only reads and prints JSON. */
const heavy =
  /node_modules\/(?:@inquirer|ora|yaml|diff|chalk|cli-table3|string-width|conf|@modelcontextprotocol|@valibot)\/|src\/client\/(?:guard|evidence|mcp)|src\/local\/journal\/|src\/cli\/(?:connect\/(?:open-guard|settle-journal)|run\/note-open-calls|describe\/help|completion)/;
/** Asks a thing or two that does not take the rest along. */
const allowed = ['src/local/journal/flag.ts', 'src/local/journal/journal-address.ts'];
const network = /node_modules\/undici\/|src\/client\/transport\/network\.ts/;
const database = /node_modules\/libsql\/|src\/local\/database\.ts|src\/sandbox\//;
const slowBuiltins = [
  'crypto',
  'http',
  'https',
  'http2',
  'tls',
  'child_process',
  'worker_threads',
  'readline',
  'net',
  'stream',
  'zlib',
  'v8',
];

const among = ({ modules }: Loaded, what: RegExp) =>
  modules.filter((name) => what.test(name) && !allowed.includes(name));
const slow = ({ builtin }: Loaded) => builtin.filter((name) => slowBuiltins.includes(name)).sort();

describe('what a command loads', () => {
  it.each([
    [['--version'], []],
    [['completion', 'bash'], []],
    [['--help'], ['front/draw.js']],
    [['campaigns', 'create', '--help'], ['front/draw.js']],
  ])('%j: nothing of the program, and nothing more of Node', async (args, chunks) => {
    expect(await loadedBy(args)).toMatchObject({ chunks, native: [], builtin: [] });
  });

  it.each<[string, readonly string[]]>([
    ['whoami', []],
    ['leads list', []],
    ['campaigns list', ['fs/promises', 'string_decoder']],
    ['replies list', []],
    ['status', ['os', 'stream', 'stream/promises', 'string_decoder']],
  ])('%s: of Node no more than it needs', async (line, needed) => {
    const { builtin } = await loadedBy([...line.split(' '), '--json']);
    const ours = builtin.filter((name) => !['process', 'vm'].includes(name));
    expect(ours.filter((name) => !needed.includes(name))).toEqual([]);
  });

  it('a command of every day: at most 25 parts of the bundle', async () => {
    const home = await temporaryFolder();
    for (const line of [
      ['leads', 'import', example],
      ['campaigns', 'create', 'First'],
    ])
      expect(await outreach(home, line)).toMatchObject({ exit: 0 });
    const lines = [
      'whoami',
      'status',
      'credits balance',
      ...['leads list', 'leads get 1', 'senders list', 'replies list'],
      ...['campaigns list', 'campaigns get 1', 'campaigns stats 1'],
    ];
    const counts = new Map<string, number>();
    for (const line of lines) {
      const { chunks } = await loadedBy([...line.split(' '), '-q'], { home });
      counts.set(line, chunks.length);
    }
    expect([...counts].filter(([, count]) => count > 25 || count < 3)).toEqual([]);
  });

  it('names for completion: a small bundle, and nothing of the program', async () => {
    const { chunks, bytes, native, builtin } = await loadedBy(['__names', 'campaigns', '', '', '']);
    expect(chunks.filter((name) => !name.startsWith('front/'))).toEqual([]);
    expect(native).toEqual([]);
    expect(builtin.filter((name) => ['http', 'tls', 'net', 'zlib', 'worker_threads'].includes(name))).toEqual(
      [],
    );
    expect(bytes).toBeLessThan(44_700);
  });

  it('leads list --json on the sandbox: no network, no journal, nothing for people', async () => {
    const loaded = await loadedBy(['leads', 'list', '--json']);
    expect(among(loaded, database)).toContain('src/sandbox/service/dispatch.ts');
    expect({ heavy: among(loaded, heavy), network: among(loaded, network), slow: slow(loaded) }).toEqual({
      heavy: [],
      network: [],
      slow: [],
    });
    expect(loaded.chunks.length).toBeLessThanOrEqual(10);
    expect(loaded.bytes).toBeLessThan(366_000);
  });

  it('leads list --json against a server: no database, no journal, no HTTP but undici', async () => {
    const loaded = await loadedBy(['leads', 'list', '--json'], await service());
    expect(among(loaded, network)).toContain('src/client/transport/network.ts');
    expect({ heavy: among(loaded, heavy), database: among(loaded, database), slow: slow(loaded) }).toEqual({
      heavy: [],
      database: [],
      // The budget of an account is kept under a digest of its address.
      slow: ['crypto', 'net', 'stream'],
    });
    expect(loaded.native).toEqual([]);
    expect(loaded.chunks.length).toBeLessThanOrEqual(12);
    expect(loaded.bytes).toBeLessThan(585_000);
  });

  it('whoami: neither network nor database, and its document without the library of schemas', async () => {
    const loaded = await loadedBy(['whoami', '--json']);
    expect({
      heavy: among(loaded, heavy),
      away: among(loaded, network),
      database: among(loaded, database),
      schemas: among(loaded, /node_modules\/valibot/),
      slow: slow(loaded),
    }).toEqual({ heavy: [], away: [], database: [], schemas: [], slow: [] });
    expect(loaded.bytes).toBeLessThan(208_500);
  });

  it('mcp serve until it has listed its tools: the library of the protocol, and no command but itself', async () => {
    const loaded = await loadedBy(['mcp', 'serve', '--tools', 'effects', '-q']);
    const others = among(loaded, heavy).filter((name) => !name.includes('@modelcontextprotocol'));
    expect({
      others,
      away: among(loaded, network),
      database: among(loaded, database),
      schemas: among(loaded, /@valibot|src\/cli\/describe|node_modules\/ajv/),
      commands: among(loaded, /src\/commands\/(?!index|mcp)/),
    }).toEqual({ others: [], away: [], database: [], schemas: [], commands: [] });
    expect(loaded.bytes).toBeLessThan(411_000);
  });
});
