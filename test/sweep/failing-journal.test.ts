import { describe, expect, it } from 'vitest';
import { Disk } from '../crash/disk.ts';
import { FailingDoor, type Trouble, troubleKinds } from '../crash/failing-door.ts';
import { Fate } from '../crash/fate.ts';
import { scenarios } from '../crash/scenarios.ts';
import { type Report, Stage } from '../crash/stage.ts';
import { modesOf, sliced, whole } from './slice.ts';

const answers = {
  read: [],
  lost: [{ kind: 'reset', phase: 'after', nth: 1 }],
  'not given, as the service refuses': [{ kind: 'status:422', phase: 'before', nth: 1 }],
} as const;

const modes = troubleKinds.flatMap((kind) =>
  [true, false].flatMap((lasts) =>
    (Object.keys(answers) as (keyof typeof answers)[]).map((answer) => ({ kind, lasts, answer })),
  ),
);

/** In `npm test` one statement in three of each, from another beginning for each row. */
const rows = scenarios.map((scenario, row) => ({ ...scenario, row }));

interface Case {
  readonly first: Report;
  readonly effects: number;
  readonly again: Report;
  readonly effectsInAll: number;
}

/** Of every guarded write, at each of its statements: a call that left is never told as if nothing had been done. */
describe('a journal that fails at a statement', () => {
  it.each(sliced(rows, modes, 18))(
    'of $operation leaves one truth',
    { tags: 'slow', timeout: whole ? 600_000 : 120_000 },
    async ({ modes, row, ...scenario }) => {
      let door: FailingDoor | undefined;
      const disk = await Disk.make(
        () => false,
        (database) => {
          door = new FailingDoor(database);
          return door.database;
        },
      );
      const json = { ...scenario, line: `${scenario.line} --json` };
      const stage = await Stage.prepare(json, undefined, disk);
      /** The line with the journal in trouble, and once more when that is over. */
      const play = async (trouble: Trouble | undefined, answer: keyof typeof answers): Promise<Case> => {
        const { operation } = scenario;
        await stage.begin(answers[answer].map((rule) => ({ operation, ...rule })));
        const before = stage.effects;
        door?.tell(trouble);
        const first = await stage.run(new Fate());
        const statements = door?.statements ?? 0;
        door?.tell(undefined);
        await stage.later();
        const effects = stage.effects - before;
        const again = await stage.run(new Fate());
        await stage.later();
        if (trouble === undefined && door) door.statements = statements;
        return { first, effects, again, effectsInAll: stage.effects - before };
      };
      try {
        for (const { kind, lasts, answer } of modes) {
          await play(undefined, answer);
          const statements = Array.from({ length: door?.statements ?? 0 }, (_, at) => at + 1);
          expect(statements.length).toBeGreaterThan(20);
          const seen = new Set<string>();
          for (const at of modesOf(statements, row, 3)) {
            const played = await play({ kind, lasts, at }, answer);
            const where = `${kind}${lasts ? ' and after it' : ''} at ${at}, answer ${answer}`;
            seen.add(checked(played, answer, where));
          }
          expect([...seen], `${kind}, answer ${answer}`).toEqual(expect.arrayContaining([...ends[answer]]));
        }
      } finally {
        stage.close();
      }
    },
  );
});

/** How often it happened, exit code and outcome: what is seen of each answer at least. */
const ends = {
  read: ['0: 2 none', '1: 14 done'],
  lost: ['0: 2 none', '1: 14 unknown'],
  'not given, as the service refuses': ['0: 2 none', '0: 7 none'],
} as const;

function checked(
  { first, effects, again, effectsInAll }: Case,
  answer: keyof typeof answers,
  where: string,
): string {
  const all = `${where}: ${first.exit} ${first.err}; again: ${again.exit} ${again.err}`;
  expect(effectsInAll, all).toBeLessThan(2);
  const errors = first.err.split('\n').filter((line) => line.startsWith('{"error"'));
  expect(errors.length, all).toBe(first.exit === 0 ? 0 : 1);
  const { outcome, retryable, message, details } =
    first.exit === 0
      ? { outcome: 'done', retryable: false, message: '', details: {} }
      : JSON.parse(errors[0] ?? '').error;
  if (effects > 0) {
    expect([0, 14], all).toContain(first.exit);
    expect(message, all).not.toMatch(/nothing was (sent|done)/i);
    expect([answer === 'read' ? 'done' : outcome, retryable], all).toEqual([outcome, false]);
    if (first.exit === 14) expect(details, all).toMatchObject({ intent: expect.any(Number) });
    if (first.exit === 14 && outcome === 'done') expect(details, all).toHaveProperty('answer');
    // A new key is shown on stdout alone.
    expect(first.err, all).not.toMatch(/run_\w{8}_\w{40}/);
  }
  return `${effects}: ${first.exit} ${outcome}`;
}
