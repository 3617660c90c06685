import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Draft } from '../../../src/client/guard/journal.ts';
import { openJournal } from '../../../src/local/journal/open-journal.ts';

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
  it('is busy for every other process, and free when its process ended', { tags: 'slow' }, async () => {
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
