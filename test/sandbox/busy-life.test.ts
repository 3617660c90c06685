import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Method } from '../../src/contract/wire.ts';
import { openDatabase, preferredEngine } from '../../src/local/database.ts';
import type { EngineName } from '../../src/local/engines/engine.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { busyLife } from './busy-life.ts';
import { dump } from './dump.ts';
import { authorised, type Send } from './script.ts';

const start = Date.UTC(2026, 2, 2, 8);
const day = 86_400_000;
const clock = { now: () => start, sleep: async () => undefined };

interface Way {
  readonly file?: string;
  readonly engine?: EngineName;
  /** Every change comes from another process than the one that lets time pass. */
  readonly apart?: boolean;
  /** Each passage of time in so many pieces, and a new process for each. */
  readonly pieces?: number;
}

async function live(life: number, { file = ':memory:', engine, apart = false, pieces = 1 }: Way = {}) {
  const open = async () => {
    const database = await openDatabase(file, { ...(engine && { engine }) });
    return { database, ...(await createSandbox({ database, clock, seed: `life ${life}`, strict: true })) };
  };
  const passing = await open();
  const changing = apart ? await open() : passing;
  const send: Send = async (method, path, body) => {
    const { status, body: text } = await changing.transport({
      method,
      path,
      query: [],
      headers: authorised(),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status, text };
  };
  const pass = async (days: number) => {
    const until = passing.state.now() + Math.round(days * day);
    for (let piece = 1; piece < pieces; piece++) {
      const { database, ...next } = await open();
      await next.advance(Math.round((days * day) / pieces));
      database.close();
    }
    await passing.setTime(until);
  };
  await busyLife({ send, pass }, life);
  const world = dump(passing.database);
  for (const { database } of new Set([passing, changing])) database.close();
  return world;
}

describe('a busy life', () => {
  const life = 15;
  it('is the same whoever changes what is sent, between which events, and on which engine', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outreach-busy-life-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const straight = await live(life);
    expect(straight.email?.length).toBeGreaterThan(300);
    expect(straight.failed_event).toEqual([]);
    const ways: Record<string, Way> = {
      'changed by another process': { file: join(folder, 'apart.db'), apart: true },
      'in pieces': { file: join(folder, 'pieces.db'), pieces: 5 },
      ...(preferredEngine() !== 'libsql' && { 'on libsql': { engine: 'libsql' } }),
    };
    for (const [name, way] of Object.entries(ways)) {
      const world = await live(life, way);
      for (const [table, rows] of Object.entries(straight))
        expect(world[table], `${table}, ${name}`).toEqual(rows);
    }
  });
});

it('sees at once what another process changes in the middle of an advance', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-busy-life-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const open = async () => {
    const database = await openDatabase(join(folder, 'sandbox.db'));
    onTestFinished(() => database.close());
    return { database, ...(await createSandbox({ database, clock, seed: 'middle', strict: true })) };
  };
  const [passing, changing] = [await open(), await open()];
  const call = async (method: Method, path: string, body?: unknown) => {
    const request = { method, path, query: [], headers: authorised() };
    const { status } = await changing.transport({
      ...request,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(status, `${method} ${path}`).toBeLessThan(300);
    return changing.state.now();
  };
  const steps = (word: string) => ({ steps: [{ order: 1, subject: word, body: word }] });
  for (const id of [1, 2]) {
    await call('POST', '/campaigns', { name: `Campaign ${id}` });
    await call('PUT', `/campaigns/${id}/sequence`, steps('old'));
    await call('PUT', `/campaigns/${id}/schedule`, {
      daysSchedule: '0,1,2,3,4,5,6',
      startSchedule: '00:00',
      endSchedule: '23:59',
    });
    await call('POST', `/campaigns/${id}/sender-emails`, { senderEmailIds: [1, 2, 3] });
    const leads = Array.from({ length: 900 }, (_, at) => ({ email: `person${at}@acme${id}${at}.example` }));
    await call('POST', '/leads', { campaignId: id, leads });
    await call('POST', `/campaigns/${id}/resume`);
  }
  const sent = (where: string, at: number) =>
    passing.database.prepare(`SELECT count(*) AS count FROM email WHERE sent_at > ? AND ${where}`).get(at);
  const advance = passing.advance(40 * day);
  const replaced = await call('PUT', '/campaigns/1/sequence', steps('new'));
  const paused = await call('POST', '/campaigns/2/pause');
  const gone = await call('DELETE', '/leads/899');
  await advance;
  expect(sent('1', 0)).not.toEqual(sent('1', replaced));
  expect(sent("campaign_id = 1 AND subject = 'old'", replaced)).toEqual({ count: 0 });
  expect(sent("campaign_id = 1 AND subject = 'new'", replaced)).not.toEqual({ count: 0 });
  expect(sent('campaign_id = 2', paused)).toEqual({ count: 0 });
  expect(sent('lead_id = 899', gone)).toEqual({ count: 0 });
});
