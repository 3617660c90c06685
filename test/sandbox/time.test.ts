import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { openDatabase } from '../../src/local/database.ts';
import { createSandbox, resetSandbox } from '../../src/sandbox/sandbox.ts';
import { runs } from '../sweep/slice.ts';
import { testClock } from '../world.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const minute = 60_000;

describe('the simulated clock', () => {
  it('runs with the wall clock, ahead of it by what it was moved', async () => {
    const { open, clock } = await sandboxAtHand();
    const begin = open.state.now();
    clock.advance(minute);
    expect(open.state.now()).toBe(begin + minute);
    await open.advance(5 * minute);
    clock.advance(minute);
    expect(open.state.now()).toBe(begin + 7 * minute);
    await open.setTime(begin + 10 * minute);
    expect(open.state.now()).toBe(begin + 10 * minute);
    await expect(open.setTime(begin)).rejects.toBeInstanceOf(Failure);
    await expect(open.advance(-1)).rejects.toBeInstanceOf(Failure);
  });

  it('stands where it stopped when it is interrupted, and goes on from there', async () => {
    const { open, call } = await sandboxAtHand();
    const created = (await call('POST', '/campaigns', { name: 'Autumn' })).json;
    const campaignId = created.campaign?.id ?? created.id;
    const begin = open.state.now();
    const body = { campaignId, mode: 'first_n', count: 400, filters: { companySizes: ['11-50'] } };
    await call('POST', '/lead-finder/imports', body);
    const stop = new AbortController();
    stop.abort(new Failure('interrupted', 'interrupted'));
    await expect(open.advance(60 * minute, stop.signal)).rejects.toMatchObject({ kind: 'interrupted' });
    expect(open.state.now()).toBe(begin);
    const happened = await open.advance(60 * minute);
    expect(happened['finder.finish']).toBe(1);
    expect(open.state.now()).toBe(begin + 60 * minute);
  });
});

describe('events', () => {
  it('happen in order of due time, then of insertion, each at its own time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 30 }), async (minutes) => {
        const { open, rows, run, call } = await sandboxAtHand({ strict: false });
        const begin = open.state.now();
        // These are put aside in the order in which they came up.
        for (const [index, at] of minutes.entries()) open.state.schedule(begin + at * minute, 'probe', index);
        await open.advance(10 * minute);
        const seen = rows<{ dueAt: number; payload: string }>(
          'SELECT due_at AS dueAt, payload FROM failed_event ORDER BY rowid',
        ).map(({ payload }) => Number(payload));
        const expected = minutes
          .map((at, index) => ({ at, index }))
          .filter(({ at }) => at <= 10)
          .map(({ index }) => index);
        expect([...seen].sort((a, b) => a - b)).toEqual(expected);
        run('DELETE FROM failed_event');
        await open.advance(10 * minute);
        await call('GET', '/leads');
        expect(rows('SELECT * FROM event')).toEqual([]);
      }),
      { numRuns: runs(20) },
    );
  });

  it('are worked on by the next request when the wall clock has passed them', async () => {
    const { open, call, clock } = await sandboxAtHand();
    const created = (await call('POST', '/campaigns', { name: 'Autumn' })).json;
    const campaignId = created.campaign?.id ?? created.id;
    const body = { campaignId, mode: 'first_n', count: 10, filters: { companySizes: ['11-50'] } };
    const { importId } = (await call('POST', '/lead-finder/imports', body)).json;
    expect((await call('GET', `/lead-finder/imports/${importId}`)).json).toMatchObject({
      status: 'running',
      added: 0,
    });
    clock.advance(minute);
    const record = (await call('GET', `/lead-finder/imports/${importId}`)).json;
    expect(record.status).toBe('completed');
    // Two seconds of work and one until it is finished, not the minute that went by.
    expect(Date.parse(record.finishedAt) - Date.parse(record.createdAt)).toBe(3000);
    expect(open.state.now()).toBe(clock.now());
  });

  it('take back what they did when they fail, and let the world go on', async () => {
    const { open, rows, run } = await sandboxAtHand({ strict: false });
    run('DROP TABLE credit_hold');
    open.state.schedule(open.state.now(), 'finder.hold', { importId: 1, batch: 1 });
    open.state.schedule(open.state.now(), 'finder.settle', { importId: 77, batch: 1, paid: 1 });
    await open.advance(minute);
    expect(rows('SELECT kind FROM failed_event')).toEqual([{ kind: 'finder.settle' }]);
    const strict = await sandboxAtHand();
    strict.open.state.schedule(strict.open.state.now(), 'nobody.knows', null);
    await expect(strict.open.advance(minute)).rejects.toThrow(/nobody\.knows/);
  });
});

describe('a disk that is full', () => {
  it('is told to whoever sits there, and loses neither the event nor the request', async () => {
    const { open, call, database, rows } = await sandboxAtHand({ strict: false });
    await call('POST', '/campaigns', { name: 'Autumn' });
    const body = { campaignId: 1, mode: 'first_n', count: 10, filters: { companySizes: ['11-50'] } };
    await call('POST', '/lead-finder/imports', body);
    const prepare = database.prepare.bind(database);
    const full = new Failure('disk_full', 'the disk is full');
    const broken = vi.spyOn(database, 'prepare').mockImplementation((sql) => {
      if (/^INSERT INTO (credit_hold|lead)/.test(sql.trim())) throw full;
      return prepare(sql);
    });
    await expect(open.advance(minute)).rejects.toBe(full);
    await expect(call('POST', '/leads', { leads: [{ email: 'a@acme.example' }] })).rejects.toBe(full);
    broken.mockRestore();
    expect(rows('SELECT * FROM failed_event')).toEqual([]);
    await open.advance(minute);
    expect((await call('GET', '/lead-finder/imports/1')).json).toMatchObject({
      status: 'completed',
      added: 10,
    });
  });
});

describe('the same seed', () => {
  it('gives the same world, whether it is left alone, restarted in the middle, or watched all the time', {
    tags: 'slow',
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outreach-sandbox-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const straight = await life({ file: ':memory:', pieces: 1 });
    expect(await life({ file: ':memory:', pieces: 40 })).toEqual(straight);
    expect(await life({ file: join(folder, 'sandbox.db'), pieces: 6, restart: true })).toEqual(straight);
    expect(await life({ file: ':memory:', pieces: 1, seed: 'another' })).not.toEqual(straight);
    expect(straight.replies.length).toBeGreaterThan(0);
  });

  it('gives another workspace after a reset, and the same one again for the same seed', async () => {
    const { open, database, clock, rows } = await sandboxAtHand({ seed: 'one' });
    const senders = rows('SELECT * FROM sender');
    open.state.schedule(0, 'probe', null);
    await resetSandbox(database, clock, 'one');
    expect(rows('SELECT * FROM sender')).toEqual(senders);
    expect(rows("SELECT * FROM event WHERE kind = 'probe'")).toEqual([]);
  });

  it('is reset as a whole: nobody ever finds it empty, and what goes wrong leaves the old one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outreach-sandbox-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'sandbox.db');
    const [mine, theirs] = await Promise.all([openDatabase(file), openDatabase(file)]);
    onTestFinished(() => [mine, theirs].forEach((database) => void database.close()));
    const clock = testClock();
    await createSandbox({ database: mine, clock, seed: 'one' });
    const seed = () =>
      theirs.prepare("SELECT value FROM meta WHERE name = 'seed'").get<{ value: string }>()?.value;

    let over = false;
    const resetting = resetSandbox(mine, clock, 'two').finally(() => {
      over = true;
    });
    while (!over) {
      expect(['one', 'two']).toContain(seed());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await resetting;
    expect(seed()).toBe('two');

    const now = () => {
      throw new Error('no such time');
    };
    await expect(resetSandbox(mine, { ...clock, now }, 'three')).rejects.toThrow('no such time');
    expect(seed()).toBe('two');
    expect(mine.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
  });
});

describe('a sandbox of another version', () => {
  it('is not touched and says how to begin again', async () => {
    const { database, clock, run } = await sandboxAtHand();
    run("UPDATE meta SET value = 'older' WHERE name = 'schema'");
    await expect(createSandbox({ database, clock })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'sandbox_version',
    });
    await resetSandbox(database, clock);
    await expect(createSandbox({ database, clock })).resolves.toBeDefined();
  });
});

interface LifeOptions {
  file: string;
  /** In how many moves the same three weeks pass. */
  pieces: number;
  restart?: boolean;
  seed?: string;
}

/** Three weeks with an import and a campaign; what is left of them. */
async function life({ file, pieces, restart = false, seed = 'life' }: LifeOptions) {
  const clock = testClock();
  let database = await openDatabase(file);
  let sandbox = await sandboxAtHand({ seed, clock, database });
  const { call } = sandbox;
  const created = (await call('POST', '/campaigns', { name: 'Autumn' })).json;
  const id = created.campaign?.id ?? created.id;
  const steps = [
    {
      order: 1,
      subject: 'Hello {company}',
      body: 'Hi {firstName}',
      contentType: 'text',
      delayDays: 0,
      useSameThread: false,
    },
    { order: 2, subject: '', body: 'And?', contentType: 'text', delayDays: 3, useSameThread: true },
  ];
  await call('PUT', `/campaigns/${id}/sequence`, { steps });
  await call('POST', `/campaigns/${id}/sender-emails`, { senderEmailIds: [1, 2] });
  await call('PUT', `/campaigns/${id}/schedule`, {
    daysSchedule: '1,2,3,4,5',
    startSchedule: '09:00',
    endSchedule: '17:00',
  });
  const body = { campaignId: id, mode: 'first_n', count: 120, filters: { companySizes: ['11-50'] } };
  await call('POST', '/lead-finder/imports', body);
  await sandbox.open.advance(minute);
  const resumed = await call('POST', `/campaigns/${id}/resume`);
  if (resumed.status !== 200) throw new Error(resumed.text);
  for (let piece = 0; piece < pieces; piece++) {
    if (restart) {
      database.close();
      database = await openDatabase(file);
      sandbox = await sandboxAtHand({ clock, database });
    }
    await sandbox.open.advance((21 * 1440 * minute) / pieces);
    await sandbox.call('GET', '/credits/balance');
  }
  return {
    leads: sandbox.rows('SELECT * FROM lead ORDER BY id'),
    emails: sandbox.rows('SELECT * FROM email ORDER BY id'),
    replies: sandbox.rows('SELECT * FROM reply ORDER BY id'),
    drafts: sandbox.rows('SELECT * FROM draft ORDER BY id'),
    credits: sandbox.rows('SELECT * FROM credit_entry ORDER BY id'),
    ledger: sandbox.rows('SELECT * FROM ledger ORDER BY id'),
    events: sandbox.rows('SELECT due_at, kind, payload FROM event ORDER BY id'),
  };
}
