import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReplyMark } from '../../../src/client/guard/reply-marks.ts';
import { openJournal } from '../../../src/local/journal/open-journal.ts';

const processes = { pid: 1, platform: 'win32', running: () => true } as const;

/** Two processes with the journal of one home open. */
async function twoJournals() {
  const home = mkdtempSync(join(tmpdir(), 'outreach-marks-'));
  const surroundings = { env: { OUTREACH_HOME: home }, platform: 'linux', cwd: home } as const;
  const [a, b] = [await openJournal(surroundings, processes), await openJournal(surroundings, processes)];
  onTestFinished(() => {
    a.close();
    b.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { home, a: a.journal.replies, b: b.journal.replies };
}

const mark = (reply: string, more: Partial<ReplyMark> = {}): ReplyMark => ({
  reply,
  lead: '7',
  as: 'skipped',
  at: 1000,
  until: null,
  ...more,
});

describe('marks of replies', () => {
  it('are seen by other processes, the newest word alone, in a file for its owner', async () => {
    const { home, a, b } = await twoJournals();
    await a.put('acme', mark('1'));
    await b.put('acme', mark('1', { as: 'later', at: 2000, until: 9000 }));
    await a.put('beta', mark('1', { lead: null }));
    expect(await a.list('acme')).toEqual([mark('1', { as: 'later', at: 2000, until: 9000 })]);
    await b.remove('acme', '1');
    expect([await a.list('acme'), await a.list('beta')]).toEqual([[], [mark('1', { lead: null })]]);
    expect(statSync(join(home, 'state', 'journal.db')).mode & 0o777).toBe(0o600);
  });

  it('go with their account, or with their lead', async () => {
    const { a, b } = await twoJournals();
    for (const account of ['acme', 'beta'])
      for (const [reply, lead] of [
        ['1', '7'],
        ['2', '8'],
      ] as const)
        await a.put(account, mark(reply, { lead }));
    const terms = { now: 0, until: 100, seen: null };
    await a.claim('acme', '3', { ...terms, lead: '7' });
    await a.claim('acme', '4', { ...terms, lead: '8' });
    await b.forget('acme', '7');
    expect((await a.list('acme')).map(({ reply }) => reply)).toEqual(['2']);
    expect(await a.claimed('acme', 0)).toEqual([{ reply: '4', lead: '8', until: 100 }]);
    await b.forget('acme');
    expect([await a.list('acme'), await a.claimed('acme', 0)]).toEqual([[], []]);
    expect(await a.list('beta')).toHaveLength(2);
  });
});

describe('a claim', () => {
  it('is had by one process until its time is over', async () => {
    const { a, b } = await twoJournals();
    const terms = { lead: null, now: 0, until: 100, seen: null };
    expect(await Promise.all([a.claim('acme', '1', terms), b.claim('acme', '1', terms)])).toEqual([
      true,
      false,
    ]);
    expect(await b.claim('beta', '1', terms)).toBe(true);
    expect([await b.claimed('acme', 99), await b.claimed('acme', 100)]).toMatchObject([[{ reply: '1' }], []]);
    expect(await b.claim('acme', '1', { ...terms, now: 99, until: 200 })).toBe(false);
    expect(await b.claim('acme', '1', { ...terms, now: 100, until: 200 })).toBe(true);
    expect(await a.claimed('acme', 150)).toMatchObject([{ reply: '1' }]);
  });

  it('ends with a mark, and is not had of a reply that was handled since it was read', async () => {
    const { a, b } = await twoJournals();
    const terms = { lead: null, now: 0, until: 100, seen: null };
    await a.claim('acme', '1', terms);
    await a.put('acme', mark('1', { as: 'later', at: 5 }));
    expect(await b.claimed('acme', 10)).toEqual([]);
    expect(await b.claim('acme', '1', terms)).toBe(false);
    expect(await b.claim('acme', '1', { ...terms, seen: 5 })).toBe(true);
  });

  it('of each of many replies is had once, by however many processes', async () => {
    const { a, b } = await twoJournals();
    const terms = { lead: null, now: 0, until: 100, seen: null };
    const had = await Promise.all(
      Array.from({ length: 200 }, async (_, n) =>
        (await (n % 2 === 0 ? a : b).claim('acme', String(n % 20), terms)) ? [n % 20] : [],
      ),
    );
    expect(had.flat().sort((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });
});
