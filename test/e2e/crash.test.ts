// @module-tag slow
import { expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { openDatabase } from '../../src/local/database.ts';
import { whole } from '../sweep/slice.ts';
import { start, temporaryFolder } from './binary.ts';

/** A served sandbox that is killed in the middle of writing, again and again: what was answered is there afterwards. */

const kills = whole ? 20 : 8;
const headers = { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' };

interface Answered {
  readonly emails: string[];
  readonly campaigns: string[];
  purchases: number;
  /** Sent, and killed before an answer came: each may have happened. */
  uncertainPurchases: number;
}

it('loses nothing that was answered when the server is killed', { timeout: 120_000 }, async () => {
  const home = await temporaryFolder();
  const answered: Answered = { emails: [], campaigns: [], purchases: 0, uncertainPurchases: 0 };
  const random = drawer(1);
  for (let round = 0; round < kills; round++) {
    const server = start(home, ['sandbox', 'serve', '--port', '0', '--json', '-q'], { buffer: false });
    const base = await baseUrlOf(server.stdout as NodeJS.ReadableStream);
    const answersUntilKill = 1 + Math.floor(random() * 12);
    await writeUntil(base, round, answered, answersUntilKill, () => server.kill('SIGKILL'));
    expect((await server).signal).toBe('SIGKILL');
  }

  const database = await openDatabase(`${home}/outreach/sandbox/sandbox.db`);
  try {
    const column = (sql: string) =>
      new Set(
        database
          .prepare(sql)
          .all<{ value: string }>()
          .map(({ value }) => value),
      );
    const count = (sql: string) => database.prepare(sql).get<{ value: number }>()?.value ?? 0;
    const [emails, names] = [
      column('SELECT email AS value FROM lead'),
      column('SELECT name AS value FROM campaign'),
    ];
    expect(answered.emails.filter((email) => !emails.has(email))).toEqual([]);
    expect(answered.campaigns.filter((name) => !names.has(name))).toEqual([]);
    const bought = count("SELECT count(*) AS value FROM ledger WHERE operation = 'credits.purchase'");
    expect(bought).toBeGreaterThanOrEqual(answered.purchases);
    expect(bought).toBeLessThanOrEqual(answered.purchases + answered.uncertainPurchases);
    // An effect and its line in the ledger are there together or not at all.
    expect(count("SELECT sum(amount) AS value FROM credit_entry WHERE reason = 'top_up'")).toBe(
      bought * 1000,
    );
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    // Half of a call would be a lead of a batch without the others.
    expect(count('SELECT count(*) AS value FROM lead') % batch).toBe(0);
    expect([answered.emails.length, answered.purchases].every((many) => many > 0)).toBe(true);
  } finally {
    database.close();
  }
});

const batch = 25;

/** Writes over several connections at once until so many answers came; then kills while the others are under way. */
async function writeUntil(base: string, round: number, answered: Answered, enough: number, kill: () => void) {
  let answers = 0;
  let killed = false;
  const write = async (path: string, body: unknown): Promise<boolean> => {
    try {
      const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      await response.text();
      expect(response.status).toBeLessThan(300);
    } catch (error) {
      if (!killed) throw error;
      return false;
    }
    answers += 1;
    if (answers === enough) {
      killed = true;
      kill();
    }
    return true;
  };
  const writers = ['leads', 'campaigns', 'purchases', 'leads'].map(async (what, writer) => {
    for (let turn = 0; !killed; turn++) {
      const name = `${what}-${round}-${writer}-${turn}`;
      if (what === 'leads') {
        const people = Array.from({ length: batch }, (_, i) => `${name}-${i}@lumen.example`);
        if (await write('/leads', { leads: people.map((email) => ({ email })) }))
          answered.emails.push(...people);
      } else if (what === 'campaigns') {
        if (await write('/campaigns', { name })) answered.campaigns.push(name);
      } else if (await write('/credits/purchase', { credits: 1000 })) answered.purchases += 1;
      else answered.uncertainPurchases += 1;
    }
  });
  await Promise.all(writers);
}

async function baseUrlOf(stdout: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stdout) {
    text += String(chunk);
    if (text.includes('\n')) return JSON.parse(text).baseUrl;
  }
  throw new Error(`the server ended before it said where it is: ${text}`);
}

function drawer(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
