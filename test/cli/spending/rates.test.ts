import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../../src/contract/wire.ts';
import { baseUrl, liveKey, liveWorld } from '../../commands/live-service.ts';

const errorOf = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

const report = (credits: number, creditsUsd: number) => ({
  outcomes: { sent: 0, replies: 0, positiveReplies: 0, meetings: 0 },
  spend: { credits, creditsUsd, totalUsd: creditsUsd },
});

type Bodies = Readonly<Record<string, unknown>>;

/** A live service that answers these paths as given, and 404 where it is null. */
const service = (bodies: Bodies) => {
  const answer = ({ path }: WireRequest) => {
    if (!(path in bodies)) return undefined;
    const body = bodies[path];
    return body === null ? { status: 404, body: '{"error":"no"}' } : { body: JSON.stringify(body) };
  };
  const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl };
  return liveWorld({ answer, env });
};

const [balance, outcomes] = ['/credits/balance', '/reports/outcomes'];
const silent = { [balance]: { balance: 5000 }, [outcomes]: null };

/** What the refused line says of the price of 1,000 credits. */
async function priceIn(world: Awaited<ReturnType<typeof service>>, flags = '') {
  const { exit, err } = await world.outreach(`credits buy 1000 --max-usd 0 --yes --json ${flags}`);
  expect(exit).toBe(3);
  const { code, details } = errorOf(err);
  return { code, usd: details.usd };
}

describe('the last known price of a credit', () => {
  it.each<[string, Bodies, string, number]>([
    ['the balance', { [balance]: { balance: 1, usdPerCredit: 0.03 }, [outcomes]: report(10, 5) }, '', 30],
    [
      'the report, without one in the balance',
      { [balance]: { balance: 1 }, [outcomes]: report(200, 5) },
      '',
      25,
    ],
    [
      'the report, of a balance that is no price',
      { [balance]: { balance: 1, usdPerCredit: 'x' }, [outcomes]: report(200, 5) },
      '',
      25,
    ],
    ...[-1, 0, 1e-30, 0.00009].map((usdPerCredit): [string, Bodies, string, number] => [
      `the report, of ${usdPerCredit} in the balance`,
      { [balance]: { balance: 1, usdPerCredit }, [outcomes]: report(200, 5) },
      '',
      25,
    ]),
    [
      'the balance, of the least that can be one',
      { [balance]: { balance: 1, usdPerCredit: 0.0001 }, [outcomes]: report(200, 5) },
      '',
      0.1,
    ],
    [
      'what is stated, of a report without worth',
      { [balance]: { balance: 1, usdPerCredit: 0 }, [outcomes]: report(200, 1e-20) },
      '--usd-per-credit 0.5',
      500,
    ],
    [
      'the report, before what is stated',
      { [balance]: { balance: 1 }, [outcomes]: report(200, 5) },
      '--usd-per-credit 0.001',
      25,
    ],
    [
      'what is stated, after an empty report',
      { [balance]: { balance: 1 }, [outcomes]: report(0, 0) },
      '--usd-per-credit 0.5',
      500,
    ],
    ['what is stated, without a report', silent, '--usd-per-credit 0.5', 500],
  ])('is that of %s', async (_, bodies, flags, usd) => {
    const world = await service(bodies);
    expect(await priceIn(world, flags)).toEqual({ code: 'ceiling_exceeded', usd });
  });

  it('is unknown where nothing tells it', async () => {
    expect(await priceIn(await service(silent))).toEqual({ code: 'price_unknown', usd: undefined });
  });

  it.each([0, 1e-30])('is unknown where the only one is %d', async (usdPerCredit) => {
    const world = await service({ ...silent, [balance]: { balance: 1, usdPerCredit } });
    const { exit, err } = await world.outreach('credits buy 1000 --max-usd 5 --yes --json');
    expect([exit, errorOf(err).code]).toEqual([3, 'price_unknown']);
  });

  it.each([0, 1e-30])('of a check is unknown where it is %d', async (usdPerCheck) => {
    const world = await service({ '/email-verification/rates': { usdPerCheck } });
    const { exit, err } = await world.outreach(
      'verification jobs create a@lumen.example --max-usd 5 --yes --json',
    );
    expect([exit, errorOf(err).code]).toEqual([3, 'price_unknown']);
  });

  it('is remembered from the newest purchase in the journal, and shown with its date', async () => {
    const world = await service(silent);
    expect((await world.outreach('credits buy 5000 --yes')).exit).toBe(0);
    // 10 per cent off from 5,000 on.
    expect(await priceIn(world)).toEqual({ code: 'ceiling_exceeded', usd: 9 });
    expect((await world.outreach('credits buy 2000 --yes')).exit).toBe(0);
    expect(await priceIn(world, '--usd-per-credit 7')).toEqual({ code: 'ceiling_exceeded', usd: 10 });
    const { facts } = errorOf((await world.outreach('credits buy 1000 --json')).err).details;
    expect(facts).toContainEqual(
      expect.stringMatching(
        /^Last known price: \$10\.00 \(\$0\.01 each: last time, on 2 Mar 2026, 2,000 credits cost \$20\.00 \(journal \d+\)\)\.$/,
      ),
    );
  });

  it.each(['0', '0.00009', '-1'])('is not %s, also where it is stated', async (price) => {
    const world = await liveWorld();
    const run = await world.outreach(`credits buy 1000 --yes --max-usd 0.01 --usd-per-credit ${price}`);
    expect([run.exit, run.err]).toEqual([
      2,
      expect.stringContaining('--usd-per-credit must be 0.0001 or more'),
    ]);
    expect(world.requests).toEqual([]);
  });

  it('is asked about with its amount', async () => {
    const world = await liveWorld({ tty: true, stdin: 'n\n' });
    const asked = await world.outreach('credits buy 2000');
    expect([asked.exit, asked.err]).toEqual([
      3,
      expect.stringContaining('Charge the saved card $20.00 or less for 2,000 credits?'),
    ]);
  });
});

describe('the question whether the same is meant again', () => {
  it('comes after the ceilings', async () => {
    const world = await liveWorld({ tty: true, stdin: 'y\n' });
    expect((await world.outreach('credits buy 2000 --yes')).exit).toBe(0);
    for (const ceiling of ['--max-credits 1999', '--max-usd 19.99']) {
      const run = await world.outreach(`credits buy 2000 ${ceiling}`);
      expect([run.exit, run.err]).toEqual([3, expect.stringContaining('does not allow')]);
      expect(run.err).not.toContain('Run it again?');
    }
    expect((await world.outreach('credits buy 2000 --max-credits 2000')).err).toContain('Run it again?');
  });
});
