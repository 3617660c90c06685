import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { agent, answered, asked, errorOf } from '../commands/approvals/agent.ts';
import { liveWorld } from './live.ts';
import { samples } from './samples.ts';

/** A price that rises after it was shown, or after `--yes` was read, is not paid: for every call that costs something. */

interface Case {
  readonly line: string;
  /** The same as a raw call, where that call says enough for a ceiling. */
  readonly raw?: string;
  /** The read that has the price, and what it says later. */
  readonly read: string;
  readonly later: object;
  /** What it says at first, where the sample says no price. */
  readonly first?: object;
  /** With `--yes` alone, what it costs is not looked up. */
  readonly needsCeiling?: true;
  readonly code?: string;
}

const plan = (firstMonthUsd: number) => {
  const { run, plan } = samples['autopilot.run'] as { run: object; plan: object };
  return { run, plan: { ...plan, firstMonthUsd } };
};
const addresses = 'ana@lumen.example kim@lumen.example';
const importing = 'finder import --campaign 1 --count 2 --job-title CEO --no-wait';
const perPerson = {
  read: 'finder.filters',
  later: { ...(samples['finder.filters'] as object), creditsPerProspect: 3 },
};

/** By operation and what it is billed in. */
const cases: Readonly<Record<string, Case>> = {
  'credits.purchase top-up': {
    line: 'credits buy 2000',
    raw: 'api credits.purchase --field credits=2000',
    read: 'credits.balance',
    first: { balance: 5000, usdPerCredit: 0.01 },
    later: { balance: 5000, usdPerCredit: 0.0101 },
  },
  'verification.createJob checks': {
    line: `verification jobs create ${addresses} --no-wait`,
    raw: 'api verification.createJob --field emails[]=ana@lumen.example',
    read: 'verification.rates',
    later: { usdPerCheck: 0.005 },
  },
  'finder.startImport credits': { line: importing, ...perPerson },
  'finder.startImport checks': {
    line: importing,
    read: 'verification.rates',
    later: { usdPerCheck: 0.005 },
    needsCeiling: true,
  },
  'dfy.createOrder dollars': {
    line: 'dfy orders create --domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --mailbox-usd 10',
    read: 'dfy.checkDomains',
    later: { domains: [{ ...(samples['dfy.checkDomain'] as object), price: 13 }] },
  },
  'autopilot.approve credits': { line: 'autopilot approve 1 --no-wait', ...perPerson },
  'autopilot.approve dollars': {
    line: 'autopilot approve 1 --no-wait',
    read: 'autopilot.run',
    first: plan(60),
    later: plan(61),
    code: 'run_changed',
  },
};

/** No call says what it costs: there is no price that could rise. Every ceiling refuses it. */
const unpriced = ['prospects.source credits'];

/** A service whose price is low until it is raised, or until it was read so often. */
async function dearerWorld({ read, first = {}, later }: Case, cheapReads = Number.POSITIVE_INFINITY) {
  const live = await liveWorld();
  let [dear, reads] = [false, 0];
  live.service.play((id) => {
    if (id === read) reads++;
    if (id === read && (dear || reads > cheapReads)) return { body: JSON.stringify(later) };
    return id === read && Object.keys(first).length > 0 ? { body: JSON.stringify(first) } : undefined;
  });
  return { ...live, raise: () => (dear = true) };
}

it('has every call that costs something, in all that it is billed in', () => {
  const billed = operations.flatMap(({ id, billed = [] }) => billed.map((bill) => `${id} ${bill}`));
  expect([...Object.keys(cases), ...unpriced].sort()).toEqual(billed.sort());
});

describe.each(Object.entries(cases))('the price of %s', (_, given) => {
  const { line, raw, needsCeiling, code = 'quote_changed' } = given;
  const noWrite = { exit: 7, code, outcome: 'none', writes: 0 };
  const lines = [
    ...(needsCeiling ? [] : [line]),
    ...[line, ...(raw === undefined ? [] : [raw])].map((words) => `${words} --max-usd 1000`),
  ];

  it.each(lines)('is paid as long as it stays, and not once it rose: %s --yes', async (words) => {
    const same = await dearerWorld(given);
    const paid = await same.world.outreach(`${words} --yes --json`);
    expect([paid.exit, same.service.writes()]).toEqual([0, 1]);
    const { world, service } = await dearerWorld(given, 1);
    const run = await world.outreach(`${words} --yes --json`);
    const { outcome, code } = errorOf(run);
    expect({ exit: run.exit, code, outcome, writes: service.writes() }).toEqual(noWrite);
    expect(run.out).toBe('');
  });

  it.each([line, ...(raw === undefined ? [] : [`${raw} --max-usd 1000`])])(
    'is not paid where it rose while a person thought: %s',
    async (words) => {
      const { world, service, raise } = await dearerWorld(given);
      const run = await world.outreach(words, {
        tty: true,
        typing: async (keyboard) => {
          await keyboard.sees('Type y or n:');
          raise();
          keyboard.type('y\r');
        },
      });
      expect([run.exit, run.failure?.code, service.writes()]).toEqual([7, code, 0]);
    },
  );

  // An approval of another plan is none of this one: it is asked about anew.
  const since = code === 'quote_changed' ? 7 : 3;
  it('is not paid where it rose after a person approved it', async () => {
    const { world, service, raise } = await dearerWorld(given);
    const approval = await asked(world, `${line} --json`);
    expect((await answered(world, approval)).exit).toBe(0);
    raise();
    const run = await world.outreach(`${line} --json`, { agent });
    expect([run.exit, service.writes()]).toEqual([since, 0]);
    expect(errorOf(run).approval.code).not.toBe(approval);
  });
});

it('counts the part of a price that is known, where the rest is not', async () => {
  const given = cases['dfy.createOrder dollars'] as Case;
  const line = given.line.replace(' --mailbox-usd 10', '');
  const { world, service, raise } = await dearerWorld(given);
  const approval = await asked(world, `${line} --json`);
  expect((await answered(world, approval)).exit).toBe(0);
  raise();
  const run = await world.outreach(`${line} --json`, { agent });
  expect([run.exit, errorOf(run).code, service.writes()]).toEqual([7, 'quote_changed', 0]);
});

it('is not taken for the same where it cannot be read any more', async () => {
  const given = cases['credits.purchase top-up'] as Case;
  const { world, service } = await dearerWorld({ ...given, later: { balance: 5000 } }, 1);
  const run = await world.outreach(`${given.line} --yes --json`);
  expect([run.exit, errorOf(run).code, service.writes()]).toEqual([7, 'quote_changed', 0]);
});
