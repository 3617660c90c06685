import { describe, expect, it } from 'vitest';
import { type Transport, WireFailure } from '../../../src/contract/wire.ts';
import { operationOf } from '../../sweep/service.ts';
import { newWorld, type Run } from '../../world.ts';

/** A call that was cut off, of which it is not known what was there before: the list could not be read just then. */

type Phase = 'before' | 'after';

async function cutOff(operation: string, list: string, phase: Phase, earlier: readonly string[] = []) {
  let down = false;
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      const of = operationOf(request);
      if (!down || ![operation, list].includes(of)) return next(request, signal);
      if (of === list) return { status: 500, headers: {}, body: '{}' };
      if (phase === 'after') await next(request, signal);
      throw new WireFailure('reset', true, 'the connection was reset');
    };
  const world = await newWorld({ between });
  for (const line of earlier) expect((await world.outreach(line)).exit).toBe(0);
  return { world, down: (is: boolean) => (down = is) };
}

const detailsOf = ({ err }: Run) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const buy = 'credits buy 2000 --yes';

describe('a purchase of which what was there before could not be read', () => {
  it('shows the record that could be it to a person, and is neither done nor repeated', async () => {
    const { world, down } = await cutOff('credits.purchase', 'credits.transactions', 'after');
    down(true);
    expect((await world.outreach(buy)).exit).toBe(14);
    down(false);
    for (const line of [buy, 'journal settle 1']) {
      const { exit, err } = await world.outreach(line);
      expect([line, exit]).toEqual([line, 14]);
      expect(err).toContain('What was there before the request could not be read.');
      expect(err).toMatch(/amount 2000.*createdAt 2026-03-02T08:/);
      expect(err).toContain('outreach journal settle 1 --done');
      expect(err).not.toMatch(/run it again|does not show|nothing at the service/i);
      const error = detailsOf(await world.outreach(`${line} --json`));
      expect(error).toMatchObject({ outcome: 'unknown', retryable: false });
      expect(error.details.matches).toMatchObject([{ amount: 2000 }]);
    }
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
    world.clock.advance(10 * 60_000);
    const { err } = await world.outreach('journal settle 1');
    expect(err).toMatch(/Only if you know that each of these came of something else: .* 1 --not-done/);
    expect(err).not.toContain('run it again');
  });

  it('says that nothing fits where nothing does, and concludes nothing from it', async () => {
    const { world, down } = await cutOff('credits.purchase', 'credits.transactions', 'before');
    down(true);
    expect((await world.outreach(buy)).exit).toBe(14);
    down(false);
    const { exit, err } = await world.outreach(buy);
    expect([exit, world.ledger.all()]).toEqual([14, []]);
    expect(err).toContain('Nothing that is there now fits this request.');
    expect(err).not.toContain('most likely');
  });

  it('does not take one of another day for it, and does not hide one of a minute before', async () => {
    const { world, down } = await cutOff('credits.purchase', 'credits.transactions', 'before');
    expect((await world.outreach(buy)).exit).toBe(0);
    await world.outreach('sandbox clock advance 1m');
    world.clock.advance(60_000);
    down(true);
    expect((await world.outreach(`${buy} --again`)).exit).toBe(14);
    down(false);
    const early = detailsOf(await world.outreach('journal settle 2 --json'));
    expect(early.details.matches).toHaveLength(1);
    await world.outreach('journal settle 2 --not-done --force');
    await world.outreach('sandbox clock advance 2d');
    world.clock.advance(2 * 86_400_000);
    down(true);
    expect((await world.outreach(`${buy} --again`)).exit).toBe(14);
    down(false);
    const late = detailsOf(await world.outreach('journal settle 3 --json'));
    expect(late.details.matches).toBeUndefined();
  });
});

it.each([
  [
    'senders.connect',
    'senders.list',
    'senders connect ana@lumen.example --imap imap.lumen.example --smtp smtp.lumen.example --password-file -',
    { address: 'ana@lumen.example' },
  ],
  ['icps.create', 'icps.list', 'icps create Once --title CEO', { name: 'Once' }],
])('%s shows what could be it', async (operation, list, line, found) => {
  const { world, down } = await cutOff(operation, list, 'after');
  down(true);
  expect((await world.outreach(line, { stdin: 'secret' })).exit).toBe(14);
  down(false);
  const { exit, err } = await world.outreach('journal settle 1 --json');
  const { details } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
  expect([exit, details.matches]).toEqual([14, [expect.objectContaining(found)]]);
});
