import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { baseUrl, type LiveWorld, liveKey, liveWorld } from '../commands/live-service.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { proxyTo } from '../postgres/server.mjs';
import type { Run, WorldOptions } from '../world.ts';
import { openShared } from './machines.ts';

/** The database of the shared journal dies at each statement of a guarded call, and the line is run again when it is back. */

interface Played {
  /** While the database died at this statement. */
  readonly run: Run;
  readonly statements: number;
  readonly posts: number;
  /** When it was back, and the lease over. */
  readonly again: Run;
  readonly postsInAll: number;
}

interface Outage {
  play(dies: number, line: string): Promise<Played>;
}

async function outage(context: TestContext, faults: WorldOptions['faults'] = []): Promise<Outage> {
  const server = await postgres(context);
  const direct = await server.newDatabase();
  let sent = 0;
  let dies = Number.POSITIVE_INFINITY;
  const proxy = await proxyTo(server.port, () => ++sent >= dies);
  onTestFinished(() => proxy.close());
  const address = direct.replace(`:${server.port}/`, `:${proxy.port}/`);
  const world: LiveWorld = await liveWorld({
    faults,
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl, OUTREACH_JOURNAL: address },
    sharedJournal: (at) => openShared(at, { patienceMs: 0 }),
  });
  const posts = () => world.sent.filter(({ method }) => method === 'POST').length;
  return {
    play: async (at, line) => {
      const before = posts();
      sent = 0;
      dies = at;
      const run = await world.outreach(line);
      const statements = sent;
      const played = { run, statements, posts: posts() - before };
      dies = Number.POSITIVE_INFINITY;
      await server.run(direct, "UPDATE outreach.slot SET lease_until = '-infinity'");
      const again = await world.outreach(line);
      return { ...played, again, postsInAll: posts() - before };
    },
  };
}

const linesOf = ({ err }: Run) => err.split('\n').filter((line) => line !== '');

const never = Number.POSITIVE_INFINITY;

describe('the database of a shared journal that dies at a statement of a guarded call', () => {
  it.for([
    {
      answers: 'are heard',
      faults: [],
      words: '--json',
      endings: ['0 posts, exit 12, journal_unreachable, none', '1 posts, exit 14, journal_unreachable, done'],
    },
    {
      answers: 'are lost',
      faults: [{ operation: 'credits.purchase', kind: 'reset', phase: 'after' }] as const,
      words: '--json',
      endings: [
        '0 posts, exit 12, journal_unreachable, none',
        '1 posts, exit 14, journal_unreachable, done',
        '1 posts, exit 14, journal_unreachable, unknown',
      ],
    },
    {
      answers: 'are heard, for a person',
      faults: [],
      words: '',
      endings: ['0 posts, exit 12', '1 posts, exit 14'],
    },
  ])(
    'leaves one failure of the right code and outcome, and nothing twice, where answers $answers',
    async ({ faults, words, endings }, context) => {
      const { play } = await outage(context, faults);
      const line = (name: string) => `credits buy 1000 --yes ${words} --once ${name}`.replace('  ', ' ');
      expect((await play(never, line('makes-the-tables'))).run.exit).toBe(0);
      const seen = new Set<string>();
      let looks = 0;
      for (let dies = 1; ; dies += 1) {
        const played = await play(dies, line(`order-${dies}`));
        const where = `statement ${dies}: ${played.run.err}; again: ${played.again.err}`;
        if (played.statements < dies) {
          expect({ exit: played.run.exit, isWhole: dies > 15 }, where).toEqual({ exit: 0, isWhole: true });
          break;
        }
        seen.add(words === '' ? toldTo(played, where) : printedBy(played, where));
        if (played.posts > 0) expect(played.run.err, where).not.toMatch(/nothing was sent/i);
        if (played.again.exit === 14) looks += 1;
        else expect(played.again.exit, where).toBe(0);
        expect(played.postsInAll, where).toBe(played.again.exit === 14 ? 0 : 1);
      }
      expect([...seen].sort()).toEqual(endings);
      // The commit of the mark was not heard of: nothing has left, and the next run looks and sends nothing.
      expect(looks).toBe(1);
    },
  );
});

function printedBy({ run, posts }: Played, where: string): string {
  const errors = linesOf(run).map((line) => JSON.parse(line).error);
  expect(errors.length, where).toBe(run.exit === 0 ? 0 : 1);
  const [error] = errors;
  if (error === undefined) return `${posts} posts, exit 0`;
  expect(error.exitCode, where).toBe(run.exit);
  if (posts > 0)
    expect(error.details, where).toMatchObject({ operation: 'credits.purchase', intent: expect.any(Number) });
  if (error.outcome === 'done') expect(error.details.answer, where).toMatchObject({ creditsPurchased: 1000 });
  if (run.exit === 14) expect(error, where).toMatchObject({ retryable: true, retryAfterSeconds: 30 });
  return `${posts} posts, exit ${run.exit}, ${error.code}, ${error.outcome}`;
}

function toldTo({ run, posts }: Played, where: string): string {
  expect(linesOf(run).filter((line) => line.startsWith('Error: ')).length, where).toBe(
    run.exit === 0 ? 0 : 1,
  );
  if (run.exit === 14)
    expect(run.err, where).toMatch(/Run the same command again: .*--once.* outreach journal show \d+/);
  return `${posts} posts, exit ${run.exit}`;
}
