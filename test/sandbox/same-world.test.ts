import { describe, expect, it } from 'vitest';
import { day } from '../../src/domain/window.ts';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { newOffice, type Office, people } from './office.ts';

/** Everything there is, in every table: the numbers that would come next, too. */
function dump({ db }: Office): string {
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all<{ name: string }>();
  return tables
    .flatMap(({ name }) => [
      `-- ${name}`,
      ...db
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    ])
    .join('\n');
}

const busy = { reply: 0.3, outOfOffice: 0.1, unsubscribeLink: 0.05, softBounce: 0.05, complaint: 0.05 };
const period = 24 * day;

async function office(): Promise<Office> {
  const made = await newOffice('same');
  setAnswerProfile(made.sandbox.state, busy);
  for (const settings of [
    { dailyLimit: 40 },
    { isEnabledStopFollowUpsForSameCompany: true, minimumHealthScore: 90 },
  ]) {
    const id = await made.campaign({ settings, leads: people(150, settings.dailyLimit ? 'acme' : 'other') });
    await made.call('POST', `/campaigns/${id}/resume`, {});
  }
  return made;
}

const lived = async (live: (office: Office) => Promise<unknown>): Promise<string> => {
  const made = await office();
  await live(made);
  return dump(made);
};

/** Interrupts whatever runs, after some of it; then goes on, as often as it takes. */
async function interruptedOften({ sandbox }: Office): Promise<void> {
  const end = sandbox.state.now() + period;
  let tries = 1;
  for (; sandbox.state.now() < end; tries++) {
    const stop = new AbortController();
    let looks = 0;
    const signal = new Proxy(stop.signal, {
      get(target, key) {
        if (key === 'throwIfAborted' && ++looks > 2) stop.abort(new Error('interrupted'));
        const value = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await sandbox.setTime(end, tries > 500 ? undefined : signal).catch((error: Error) => {
      expect(error.message).toBe('interrupted');
    });
  }
  expect(tries).toBeGreaterThan(3);
}

describe('the same seed and commands', () => {
  it('give the same world byte for byte, in one step, day by day, hour by hour, or interrupted again and again', async () => {
    const once = await lived(({ sandbox }) => sandbox.advance(period));
    expect(once).toContain('"status":"spamReport"');
    expect(once).toContain('"intent":"out_of_office"');
    const days: number[] = [];
    expect(await lived(({ sandbox }) => sandbox.advance(period, undefined, (now) => days.push(now)))).toBe(
      once,
    );
    expect(days).toHaveLength(25);
    const hours = await lived(async ({ sandbox }) => {
      for (let hour = 0; hour < 24 * 24; hour++) await sandbox.advance(day / 24);
    });
    expect(hours).toBe(once);
    expect(await lived(interruptedOften)).toBe(once);
  });

  it('give the same numbers although an event in the middle is put aside', async () => {
    const withDefect = async (pieces: number) => {
      const made = await office();
      const { createSandbox } = await import('../../src/sandbox/sandbox.ts');
      const clock = { now: () => made.sandbox.state.clock.now(), sleep: async () => undefined };
      const lenient = await createSandbox({ database: made.db, clock });
      lenient.state.schedule(lenient.state.now() + 6 * day, 'no.such.kind', {});
      for (let piece = 0; piece < pieces; piece++) await lenient.advance(period / pieces);
      return made;
    };
    const once = await withDefect(1);
    expect(once.rows('SELECT kind FROM failed_event')).toEqual([{ kind: 'no.such.kind' }]);
    const withoutStack = (text: string) => text.replaceAll(/"message":"[^\n]*/g, '');
    expect(withoutStack(dump(await withDefect(12)))).toBe(withoutStack(dump(once)));
  });
});
