import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { logBudget } from '../../src/client/rate-limit/log-budget.ts';
import { openRateLimitLog } from '../../src/local/rate-limit-log.ts';
import { whole } from '../sweep/slice.ts';
import { testClock } from '../world.ts';
import { bundle } from './bundle.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-pace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the log that processes share', () => {
  it('shows everybody the same lines in the same order, from the beginning', () => {
    const folder = newFolder();
    const [one, two] = [openRateLimitLog({ folder, name: 'a' }), openRateLimitLog({ folder, name: 'a' })];
    expect(one.exchange('first')).toEqual({ lines: ['first'] });
    expect(two.exchange('second')).toEqual({ lines: ['first', 'second'] });
    expect(one.exchange('third')).toEqual({ lines: ['second', 'third'] });
    expect(two.exchange()).toEqual({ lines: ['third'] });
    expect(two.exchange()).toEqual({ lines: [] });
    expect(openRateLimitLog({ folder, name: 'a' }).exchange().lines).toEqual(['first', 'second', 'third']);
    expect(openRateLimitLog({ folder, name: 'b' }).exchange().lines).toEqual([]);
  });

  it('goes on in a new generation, keeps the one before and removes older ones', () => {
    const folder = newFolder();
    const [one, two] = [
      openRateLimitLog({ folder, name: 'a', maxBytes: 100 }),
      openRateLimitLog({ folder, name: 'a' }),
    ];
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`);
    const seen = lines.flatMap((line) => {
      one.exchange(line);
      return two.exchange().lines;
    });
    expect(seen).toEqual(lines);
    expect(readdirSync(folder).filter((name) => name.startsWith('a.'))).toHaveLength(2);
    const late = openRateLimitLog({ folder, name: 'a' }).exchange().lines;
    expect(late.length).toBeGreaterThan(10);
    expect(late).toEqual(lines.slice(-late.length));
  });

  it('does not count what was written behind a seal', () => {
    const folder = newFolder();
    const log = openRateLimitLog({ folder, name: 'a' });
    expect(log.exchange('before').lines).toEqual(['before']);
    appendFileSync(join(folder, 'a.0'), '=\nbehind\n=\nbehind another\n');
    expect(log.exchange().lines).toEqual([]);
    expect(log.exchange('after').lines).toEqual(['after']);
    expect(readdirSync(folder).sort()).toEqual(['a.0', 'a.1']);
  });

  it('waits for the end of a line', () => {
    const folder = newFolder();
    const log = openRateLimitLog({ folder, name: 'a' });
    log.exchange('whole');
    appendFileSync(join(folder, 'a.0'), 'ha');
    expect(log.exchange().lines).toEqual([]);
    appendFileSync(join(folder, 'a.0'), 'lf\n');
    expect(log.exchange().lines).toEqual(['half']);
  });

  it('is closed to others, follows no link, and forgets services that are called no more', () => {
    const folder = join(newFolder(), 'state', 'pace');
    openRateLimitLog({ folder, name: 'old' }).exchange('line');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'old.0')).mode & 0o777).toBe(0o600);
    const log = openRateLimitLog({ folder, name: 'recent' });
    log.exchange('line');
    utimesSync(join(folder, 'old.0'), new Date(0), new Date(0));
    openRateLimitLog({ folder, name: 'new' }).exchange('line');
    expect(readdirSync(folder).sort()).toEqual(['new.0', 'recent.0']);
    symlinkSync('/etc/passwd', join(folder, 'link.0'));
    expect(() => openRateLimitLog({ folder, name: 'link' }).exchange('line')).toThrow(
      /link\.0: it is a symbolic link/,
    );
  });
});

describe('a budget whose log cannot be used', () => {
  it('is kept by the process alone, which says so once', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'a.0'));
    const troubles: unknown[] = [];
    const budget = logBudget({
      log: openRateLimitLog({ folder, name: 'a' }),
      windows: [{ count: 2, ms: 1000, what: 'the budget' }],
      clock: testClock(),
      who: 'me',
      onTrouble: (error) => void troubles.push(error),
    });
    expect(await budget.claim('few')).toHaveProperty('id');
    expect(await budget.claim('few')).toHaveProperty('id');
    expect(await budget.claim('few')).toHaveProperty('waitMs');
    expect(troubles).toHaveLength(1);
  });
});

describe('many processes', () => {
  let worker: string;
  let built: string;
  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'outreach-pace-'));
    worker = await bundle(resolve(import.meta.dirname, 'pace-worker.ts'), built);
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  const start = (folder: string, ...args: readonly (string | number)[]) => {
    const child = spawn(process.execPath, [worker, folder, ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    const ready = new Promise<void>((go) => {
      child.stdout.on('data', (chunk) => {
        out += chunk;
        if (out.includes('ready')) go();
      });
    });
    const ended = new Promise<string>((end) => {
      child.once('close', () => end(out));
    });
    return { child, ready, ended };
  };

  it('get no more places together than there are, whenever a generation ends', {
    tags: 'slow',
    timeout: 30_000,
  }, async () => {
    const folder = newFolder();
    const workers = Array.from({ length: whole ? 6 : 3 }, (_, at) =>
      start(folder, `w${at}`, 500, 1500, 8000),
    );
    const got = (await Promise.all(workers.map(({ ended }) => ended))).map((out) =>
      Number(out.split('\n')[1]),
    );
    expect(got.reduce((sum, one) => sum + one, 0)).toBe(500);
    expect(readdirSync(folder)).toContain('account.1');
  });

  it('go on when others are killed in the middle of it', async () => {
    const folder = newFolder();
    const victims = Array.from({ length: 3 }, (_, at) =>
      start(folder, `v${at}`, 1_000_000, 0, 20_000, 'hold'),
    );
    await Promise.all(victims.map(({ ready }) => ready));
    for (const { child } of victims) child.kill('SIGKILL');
    await Promise.all(victims.map(({ ended }) => ended));
    const { ended } = start(folder, 'survivor', 1_000_000, 300, 20_000);
    expect(Number((await ended).split('\n')[1])).toBeGreaterThan(10);
  }, 30_000);
});
