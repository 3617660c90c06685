import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Draft } from '../../../src/client/guard/journal.ts';
import { openDatabase } from '../../../src/local/database.ts';
import { openJournal } from '../../../src/local/journal/open-journal.ts';
import { holdTransfer } from '../../../src/local/transfer-owner.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'outreach-journal-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const surroundings = () => ({ env: { OUTREACH_HOME: home }, platform: 'linux', cwd: home });
const draft: Draft = {
  account: 'account',
  profile: 'live',
  target: 'live',
  operation: 'credits.purchase',
  effect: 'buys',
  dedupeKey: 'slot',
  fingerprint: 'likeness',
  token: undefined,
  request: '{}',
  idempotencyKey: undefined,
  summary: 'Buy credits',
};
const options = { now: 0, duplicateSince: undefined };
const asked = (platform: string, pid: number, running = true) => ({ platform, pid, running: () => running });

describe.each(['linux', 'darwin', 'win32'])('a call in flight on %s', (platform) => {
  it('is busy for every other process, and free when its process ended', async () => {
    const owner = await openJournal(surroundings(), asked(platform, process.pid));
    expect((await owner.journal.claim(draft, options)).kind).toBe('ours');
    // Another process of the same number runs beside it in a test: only what each of them holds tells them apart.
    const other = await openJournal(surroundings(), asked(platform, 1));
    expect((await other.journal.claim(draft, options)).kind).toBe('busy');
    expect(await other.journal.waiting()).toEqual([]);
    owner.close();
    const later = await openJournal(surroundings(), asked(platform, 1, platform === 'win32'));
    expect(await later.journal.claim(draft, options)).toMatchObject({ kind: 'ours', earlier: true });
    for (const { close } of [other, later]) close();
  });
});

describe.each(['darwin', 'win32'])('a home of e318937 on %s', (platform) => {
  const started = { darwin: `${hostname()} - Sun Nov 22 01:04:25 2026`, win32: `${hostname()} - ` }[platform];
  const rename = async (file: string, table: string, columns: string) => {
    const database = await openDatabase(join(home, 'state', file));
    database.prepare(`UPDATE ${table} SET ${columns}`).run(process.pid, String(started));
    database.close();
  };

  it.each([true, false])(
    'with an open call: its process counts as alive while it runs (%s)',
    async (runs) => {
      const first = await openJournal(surroundings(), asked(platform, process.pid));
      await first.journal.claim(draft, options);
      first.close();
      await rename('journal.db', 'intent', 'owner_pid = ?, owner_started = ?');
      const { journal, close } = await openJournal(surroundings(), asked(platform, 1, runs));
      expect((await journal.claim(draft, options)).kind).toBe(runs ? 'busy' : 'ours');
      close();
    },
  );

  it.each([true, false])(
    'with an import under way: its process counts as alive while it runs (%s)',
    async (runs) => {
      const first = await holdTransfer(surroundings(), 'id', {
        processes: asked(platform, process.pid),
        now: 0,
      });
      await rename('transfers.db', 'transfer_owner', 'pid = ?, started = ?');
      const second = await holdTransfer(surroundings(), 'id', {
        processes: asked(platform, 1, runs),
        now: 0,
      });
      expect('heldBy' in second).toBe(runs);
      for (const hold of [first, second]) if ('release' in hold) hold.release();
    },
  );
});
