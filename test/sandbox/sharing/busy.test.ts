import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sandboxKey } from '../../../src/contract/keys.ts';
import { openDatabase } from '../../../src/local/database.ts';
import { type Exchange, listen } from '../../../src/sandbox/listen.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { raiseFlag, takingTurns } from '../../../src/sandbox/sharing/when-free.ts';
import { testClock } from '../../world.ts';

/** A file, and as many connections to it as are asked for: SQLite keeps them apart like processes. */
async function shared() {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-busy-'));
  const opened: { close(): void }[] = [];
  onTestFinished(() => {
    for (const database of opened) database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return async () => {
    const database = await openDatabase(join(folder, 'sandbox.db'));
    opened.push(database);
    return database;
  };
}

async function served({ waitMs = 5000 } = {}) {
  const connect = await shared();
  const database = await connect();
  const clock = testClock();
  const open = await createSandbox({ database, clock, strict: true, waitMs });
  const exchanges: Exchange[] = [];
  const { url, close } = await listen({
    transport: open.wire,
    port: 0,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  onTestFinished(close);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) };
  };
  const other = await connect();
  return { call, clock, database, open, exchanges, hold: () => heldBy(other) };
}

/** The lock of a process that writes. */
function heldBy(other: { exec(sql: string): void }) {
  other.exec('BEGIN IMMEDIATE');
  return () => other.exec('COMMIT');
}

const lead = { leads: [{ email: 'ada@firm.example' }] };

describe('a sandbox that another process writes to', () => {
  it('answers every read at once', async () => {
    const { call, hold } = await served();
    hold();
    const paths = ['/campaigns', '/leads', '/sender-emails', '/credits/balance', '/lead-finder/imports'];
    const answers = await Promise.all(paths.map((path) => call('GET', path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  });

  it('answers a write as soon as the other is done, and reads meanwhile', async () => {
    const { call, hold } = await served();
    const release = hold();
    let isAnswered = false;
    const posted = call('POST', '/leads', lead).finally(() => {
      isAnswered = true;
    });
    for (let at = 0; at < 5; at++) expect((await call('GET', '/leads')).json.leads).toEqual([]);
    expect(isAnswered).toBe(false);
    release();
    expect((await posted).status).toBe(200);
    expect((await call('GET', '/leads')).json.leads).toHaveLength(1);
  });

  it('says so to a write that waited for too long, and does nothing of it', async () => {
    const { call, hold, exchanges } = await served({ waitMs: 30 });
    const release = hold();
    const { status, headers, json } = await call('POST', '/leads', lead);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(json).toEqual({
      error: 'The sandbox is busy: another process is writing to it. Nothing was done, try again',
      code: 'sandbox_busy',
    });
    expect(exchanges[0]).toMatchObject({ status: 503, why: json.error });
    release();
    expect((await call('GET', '/leads')).json.leads).toEqual([]);
  });

  it('shows a read what is settled so far, and comes to the same world', async () => {
    const worlds = [];
    for (const isHeld of [false, true]) {
      const { call, clock, database, hold } = await served();
      await call('POST', '/imports/instantly', { apiKey: 'the-key-of-the-other-tool' });
      clock.advance(3_600_000);
      if (isHeld) {
        const release = hold();
        expect((await call('GET', '/campaigns')).json.total).toBe(0);
        release();
      }
      expect((await call('GET', '/campaigns')).json.total).toBe(3);
      worlds.push(database.prepare('SELECT * FROM lead ORDER BY id').all());
    }
    expect(worlds[1]).toEqual(worlds[0]);
  });
});

describe('a process that writes again and again', () => {
  it('rests until the one that waits has written, and not where nobody waits', async () => {
    const connect = await shared();
    const [busy, waiting] = [await connect(), await connect()];
    busy.exec('CREATE TABLE word (text)');
    const turns = takingTurns(busy, { workMs: 0, restMs: 60_000 });
    await turns.letOthersIn();
    expect(turns.isCrowded()).toBe(false);

    raiseFlag(waiting);
    let isOver = false;
    const rest = turns.letOthersIn().finally(() => {
      isOver = true;
    });
    for (let at = 0; at < 10; at++) await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    waiting.transaction(() => waiting.exec("INSERT INTO word VALUES ('mine')"), { wait: false });
    await rest;
    expect(turns.isCrowded()).toBe(true);
  });
});
