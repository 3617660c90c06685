// @module-tag slow
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { mkdir, open, readFile, realpath, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { liveKey } from '../commands/live-service.ts';
import { modesOf } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';
import { binary, cleanEnv, outreach, start, temporaryFolder } from './binary.ts';

/** Imports and exports by the built program that are cut off in the middle: what the service saw is counted. */

type Child = ReturnType<typeof start>;

interface Service {
  readonly env: Record<string, string>;
  /** First addresses of the batches, in the order they came; and of those that were answered. */
  readonly came: string[];
  readonly answered: Set<string>;
  /** Pages of leads that were asked for. */
  pages: number;
  /** Asked at each batch or page, its number with it: false leaves it without an answer. */
  at(nth: number): boolean;
  /** The connections break, and there is no listener until it is back. */
  cut(): Promise<void>;
  back(): Promise<void>;
  /** No connection is left: what a killed program sent last has come. */
  quiet(): Promise<unknown>;
}

const pageSize = 200;

async function serviceWith(total = 0): Promise<Service> {
  const sockets = new Set<Socket>();
  const reply = (response: ServerResponse, body: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  const page = (query: URLSearchParams) => {
    const [at, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)];
    const from = (at - 1) * limit;
    const leads = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, n) => ({
      id: total - from - n,
      email: `lead${total - from - n}@lumen.example`,
    }));
    return { leads, total: Math.max(total, 1), page: at, limit, hasMore: from + limit < total };
  };
  const answer = (request: IncomingMessage, body: string, response: ServerResponse) => {
    if (request.method === 'GET') {
      const query = new URLSearchParams(request.url?.split('?')[1]);
      if (query.get('limit') !== String(pageSize)) return reply(response, page(query));
      service.pages += 1;
      if (service.at(service.pages)) reply(response, page(query));
      return;
    }
    const { leads } = JSON.parse(body) as { leads: { email: string }[] };
    const name = leads[0]?.email ?? '';
    service.came.push(name);
    if (!service.at(service.came.length)) return;
    service.answered.add(name);
    reply(response, { count: leads.length, leads: [] });
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks).toString(), response));
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => (server.listening ? cut() : undefined));
  const service: Service = {
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: `http://127.0.0.1:${port}/r` },
    came: [],
    answered: new Set(),
    pages: 0,
    at: () => true,
    cut,
    back: () => listen(port),
    quiet: () => Promise.all([...sockets].map((socket) => once(socket, 'close'))),
  };
  return service;
}

const rows = 12_345;
const batches = 13;
const addresses = Array.from({ length: rows }, (_, n) => `lead${n}@lumen.example`);
/** How many batches may be under way at the same time. */
const atOnce = 4;

async function machine(service: Service) {
  const home = await temporaryFolder();
  await writeFile(join(home, 'people.csv'), `Email\n${addresses.join('\n')}\n`);
  const line = (words: string) => words.split(' ');
  return {
    home,
    run: (words: string) => outreach(home, line(words), { env: service.env }),
    start: (words: string) => start(home, line(words), { env: service.env }),
    /** Runs it until the service has been asked so often; then it is left without an answer, and something is done to it. */
    until: async (words: string, nth: number, end: (child: Child) => unknown) => {
      service.at = (count) => {
        if (count === nth) void end(child);
        return count < nth;
      };
      const child = start(home, line(words), { env: service.env });
      const ended = await child;
      await service.quiet();
      service.at = () => true;
      return ended;
    },
  };
}

/** The same in this process, on a clock that does not wait for the next try. */
async function clocked(service: Service) {
  const world = await newWorld({ network: 'real', lazySandbox: true, env: service.env });
  await writeFile(join(world.home, 'people.csv'), `Email\n${addresses.join('\n')}\n`);
  return {
    run: world.outreach,
    until: async (words: string, nth: number, end: () => unknown) => {
      service.at = (count) => {
        if (count === nth) void end();
        return count < nth;
      };
      const ended = await world.outreach(words);
      service.at = () => true;
      return ended;
    },
  };
}

/** The second run has sent what the first did not get confirmed, and all of it has arrived. */
function expectTheRest(service: Service, cameBefore: readonly string[], answeredBefore: ReadonlySet<string>) {
  const again = service.came.slice(cameBefore.length);
  const confirmed = addresses.filter((_, n) => n % 1000 === 0).filter((name) => !again.includes(name));
  for (const name of confirmed) expect(answeredBefore).toContain(name);
  expect(confirmed.length).toBeGreaterThanOrEqual(answeredBefore.size - atOnce);
  expect(new Set(again).size).toBe(again.length);
  expect(service.answered.size).toBe(batches);
  return confirmed.length;
}

describe('an import', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('at %s says what was confirmed, and the next one goes on from there', async (signal, exit) => {
    const service = await serviceWith();
    const { run, until } = await machine(service);
    const cut = await until('leads import people.csv', 9, (child) => child.kill(signal));
    expect(cut.exitCode).toBe(exit);
    expect(String(cut.stderr)).toMatch(/[\d,]+ (?:of 12,345 )?leads were sent, then: /);
    expect(String(cut.stderr)).toContain('Run the same command again');
    const before = [[...service.came], new Set(service.answered)] as const;

    const { exit: well, err } = await run('leads import people.csv');
    expect({ well, err }).toMatchObject({
      well: 0,
      err: expect.stringMatching(/Continuing with batch \d+ of 13/),
    });
    const confirmed = expectTheRest(service, ...before);
    expect(err).toContain(`${confirmed},000 leads were confirmed before`);
  });

  it.each(modesOf([2, 5, 9, batches], 0, 2))(
    'killed at its batch %i goes on where it stood, and sends nothing that was confirmed',
    async (nth) => {
      const service = await serviceWith();
      const { run, until } = await machine(service);
      await until('leads import people.csv', nth, (child) => child.kill('SIGKILL'));
      const before = [[...service.came], new Set(service.answered)] as const;
      const { exit, out } = await run('leads import people.csv --json');
      expect(exit).toBe(0);
      const confirmed = expectTheRest(service, ...before);
      expect(JSON.parse(out)).toMatchObject({ sent: rows - confirmed * 1000, sentBefore: confirmed * 1000 });
      // It is over: the same line is another import from now on.
      expect(JSON.parse((await run('leads import people.csv --json')).out)).toMatchObject({
        sent: rows,
        sentBefore: 0,
      });
    },
  );

  it('whose connection breaks for a moment goes on by itself', async () => {
    const service = await serviceWith();
    const { until } = await clocked(service);
    const { exit, json } = await until('leads import people.csv --json', 6, async () => {
      await service.cut();
      service.at = () => true;
      await service.back();
    });
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ sent: rows });
    expect(service.answered.size).toBe(batches);
  });

  it('whose service is gone ends with what was done, and goes on when it is back', async () => {
    const service = await serviceWith();
    const { run, until } = await clocked(service);
    const ended = await until('leads import people.csv --json', 9, () => service.cut());
    expect(ended.exit).toBe(15);
    const { sent } = ended.json();
    expect(sent % 1000).toBe(0);
    const before = [[...service.came], new Set(service.answered)] as const;
    await service.back();
    expect((await run('leads import people.csv --json')).json()).toMatchObject({ sentBefore: sent });
    expect(expectTheRest(service, ...before)).toBe(sent / 1000);
  });

  it('in two terminals is made by one of them, also after that one was killed', async () => {
    const service = await serviceWith();
    const { run, until, start: begin } = await machine(service);
    let second: Awaited<ReturnType<typeof run>> | undefined;
    let pid = 0;
    await until('leads import people.csv', 3, async (child) => {
      pid = child.pid ?? 0;
      second = await run('leads import people.csv');
      child.kill('SIGKILL');
    });
    expect(second).toMatchObject({ exit: 7, out: '', err: expect.stringContaining(`process ${pid} `) });
    const before = [[...service.came], new Set(service.answered)] as const;
    const third = begin('leads import people.csv');
    expect((await third).exitCode).toBe(0);
    expectTheRest(service, ...before);
  });
});

describe('a named pipe', () => {
  const pipe = async () => {
    const home = await temporaryFolder();
    spawnSync('mkfifo', [join(home, 'rows')]);
    return home;
  };

  it('is read to its end', async () => {
    const home = await pipe();
    const running = start(home, ['leads', 'import', 'rows', '--json']);
    await writeFile(join(home, 'rows'), 'Email\nzoe@lumen.example\n');
    expect(JSON.parse(String((await running).stdout))).toMatchObject({ sent: 1 });
  });

  it.each([
    ['that nobody opens', async () => undefined],
    ['that nobody writes to', (home: string) => open(join(home, 'rows'), 'r+')],
  ])('%s is left at Ctrl-C', async (_, writer) => {
    const home = await pipe();
    const held = await writer(home);
    const running = start(home, ['leads', 'import', 'rows']);
    // It has begun once it says where it runs.
    await new Promise<void>((begun) => running.stderr?.once('data', () => begun()));
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(130);
    await held?.close();
  });
});

describe('an export to a file', () => {
  it('that was killed goes on behind what was written', async () => {
    const service = await serviceWith(2000);
    const { home, run, until } = await machine(service);
    await until('leads export --output all.ndjson', 6, (child) => child.kill('SIGKILL'));
    expect(existsSync(join(home, 'all.ndjson'))).toBe(false);
    service.pages = 0;
    const { exit, err } = await run('leads export --output all.ndjson');
    expect({ exit, err }).toMatchObject({
      exit: 0,
      err: expect.stringContaining('Continuing after the 1,000'),
    });
    expect(service.pages).toBeLessThanOrEqual(8);
    const lines = (await readFile(join(home, 'all.ndjson'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(
      Array.from({ length: 2000 }, (_, n) => 2000 - n),
    );
  });

  it('in two terminals is made by one of them', async () => {
    const service = await serviceWith(2000);
    const { until, run } = await machine(service);
    let second: Awaited<ReturnType<typeof run>> | undefined;
    const ended = await until('leads export --output all.csv', 3, async (child) => {
      second = await run('leads export --output all.csv');
      child.kill('SIGINT');
    });
    expect(second).toMatchObject({
      exit: 7,
      err: expect.stringContaining('An export to all.csv is already running'),
    });
    expect(ended.exitCode).toBe(130);
    expect(String(ended.stderr)).toContain('leads were written to all.csv.part');
  });
});

describe('stdout', () => {
  let sandboxed: string;
  beforeAll(async () => {
    sandboxed = mkdtempSync(join(tmpdir(), 'outreach-e2e-'));
    const people = Array.from({ length: 900 }, (_, n) => `lead${n}@lumen.example,${'x'.repeat(200)}`);
    await writeFile(join(sandboxed, 'people.csv'), `email,company\n${people.join('\n')}\n`);
    expect((await outreach(sandboxed, ['leads', 'import', 'people.csv', '-q'])).exit).toBe(0);
  });
  afterAll(() => rmSync(sandboxed, { recursive: true, force: true }));

  const piped = async (home: string, env: Record<string, string>, line: string, reader: string) =>
    spawnSync(
      'bash',
      ['-c', `{ "${process.execPath}" "${binary}" ${line}; echo "exit $?" >&2; } | ${reader}`],
      {
        cwd: home,
        env: cleanEnv(home, env),
        encoding: 'utf8',
      },
    );

  it.each([
    ['leads export --ndjson', 'head -1'],
    ['leads export --csv', 'head -c 1'],
    ['leads export', 'true'],
    ['leads export --json', 'head -c 1'],
    ['leads list --all --ndjson', 'head -c 1'],
  ])('of %s may be closed by %s', async (line, reader) => {
    const { stderr } = await piped(sandboxed, {}, `${line} -q`, reader);
    expect(stderr).toBe('exit 0\n');
  });

  it.runIf(existsSync('/dev/full'))('that is full ends an export with words and no trace', async () => {
    const home = await temporaryFolder();
    await outreach(home, ['leads', 'add', 'zoe@lumen.example']);
    for (const line of ['leads export --ndjson', 'leads export --csv', 'leads list --all --ndjson']) {
      const { status, stderr } = spawnSync(process.execPath, [binary, ...line.split(' '), '-q'], {
        cwd: home,
        env: cleanEnv(home),
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
        encoding: 'utf8',
      });
      expect([line, status]).toEqual([line, 2]);
      expect(stderr).toContain('The output could not be written');
      expect(stderr).not.toMatch(/\n {4}at /);
    }
  });
});

it('names the file of old values that an import from a folder of a like name has begun', async () => {
  const home = await temporaryFolder();
  const importing = async (folder: string, file: string) =>
    outreach(home, ['leads', 'import', file, '--json'], { cwd: join(home, folder) });
  for (const folder of ['list', 'lists']) await mkdir(join(home, folder));
  const write = (name: string) =>
    writeFile(join(home, 'lists', 'people.csv'), `email,first name\nann@lumen.example,${name}\n`);
  await write('Old');
  expect((await importing('lists', 'people.csv')).exit).toBe(0);
  await write('New');
  await outreach(home, ['sandbox', 'fault', 'add', 'leads.upsert', '--kind', 'refused']);
  expect((await importing('lists', 'people.csv')).exit).toBe(12);
  await outreach(home, ['sandbox', 'fault', 'clear']);
  const { out } = await importing('list', '../lists/people.csv');
  expect(JSON.parse(out).before).toBe(join(await realpath(home), 'lists', 'people.before.csv'));
});
