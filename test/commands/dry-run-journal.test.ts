import { describe, expect, it } from 'vitest';
import { liveWorld } from '../sweep/live.ts';
import { newWorld, type TestWorld } from '../world.ts';

/** A dry run asks the journal what it would say to the call, and writes nothing into it. */

const lines = [
  ['credits buy 2000', 'credits buy 3000'],
  [
    'finder import --campaign 1 --count 2 --job-title CEO',
    'finder import --campaign 1 --count 3 --job-title CEO',
  ],
  ['verification jobs create ana@lumen.example', 'verification jobs create bo@lumen.example'],
] as const;

async function dryAndReal(world: Pick<TestWorld, 'outreach' | 'journalled'>, line: string) {
  const before = world.journalled();
  const dry = await world.outreach(`${line} --dry-run --json`);
  expect(world.journalled()).toBe(before);
  const real = await world.outreach(`${line} --yes --json`);
  const { wouldRefuse, facts, price } = dry.json();
  return {
    exits: [dry.exit, real.exit],
    code: wouldRefuse?.code ?? null,
    facts: facts.join('\n'),
    price,
    real,
  };
}

describe.each(lines)('a dry run of outreach %s', (line, other) => {
  it('is refused where it was done a moment ago, unless it is meant again', async () => {
    const { world } = await liveWorld();
    expect((await world.outreach(`${line} --yes --json`)).exit).toBe(0);
    const again = await world.outreach(`${line} --again --dry-run --json`);
    expect([again.exit, again.json().wouldRefuse]).toEqual([0, null]);
    const { exits, code } = await dryAndReal(world, line);
    expect([exits, code]).toEqual([[7, 7], 'done_recently']);
  });

  it('is refused where its token is of another call', async () => {
    const { world } = await liveWorld();
    expect((await world.outreach(`${other} --once tk1 --yes --json`)).exit).toBe(0);
    const { exits, code } = await dryAndReal(world, `${line} --once tk1`);
    expect([exits, code]).toEqual([[7, 7], 'token_reused']);
  });

  it('says that it sends nothing where it was done under its token, whatever ceiling there is', async () => {
    const { world, service } = await liveWorld();
    await world.outreach(`${line} --once tk1 --yes --json`);
    const sent = service.writes();
    const { exits, code, facts, price } = await dryAndReal(world, `${line} --once tk1`);
    expect([exits, code, service.writes()]).toEqual([[0, 0], null, sent]);
    expect(facts).toContain('Done before under this --once token');
    expect(facts.split('\n')).toHaveLength(2);
    expect(price).toEqual({ credits: 0, usd: 0, recipients: 0, checks: null });
  });

  it('is refused while another process makes the call', async () => {
    const { world } = await liveWorld();
    await world.outreach(`${line} --yes --json`);
    // The second run is process 2, which lives as long as it looks.
    world.changeJournal(
      "UPDATE intent SET state = 'sent', told_at = NULL, owner_pid = 2, owner_started = 'in a test'",
    );
    const before = world.journalled();
    const dry = await world.outreach(`${line} --dry-run --json`);
    expect([dry.exit, dry.json().wouldRefuse.code]).toEqual([7, 'in_progress']);
    expect(world.journalled()).toBe(before);
  });

  it('says that an earlier run left it open, and leaves it so', async () => {
    const { world } = await liveWorld();
    await world.outreach(`${line} --yes --json`);
    world.changeJournal(
      "UPDATE intent SET state = 'sent', told_at = NULL, finished_at = NULL, owner_pid = 1e9",
    );
    const before = world.journalled();
    const dry = await world.outreach(`${line} --dry-run --json`);
    expect([dry.exit, dry.json().wouldRefuse]).toEqual([0, null]);
    expect(dry.json().facts.join('\n')).toContain('the line looks first whether it worked');
    expect(world.journalled()).toBe(before);
  });
});

it('needs a profile to source by, as the run does', async () => {
  const world = await newWorld();
  const { exits, code } = await dryAndReal(world, 'prospects source --count 2');
  expect([exits, code]).toEqual([[2, 2], 'usage']);
  await world.outreach('icps create Sales --title CEO --primary');
  const { facts, ...found } = await dryAndReal(world, 'prospects source --count 2');
  expect([found.exits, facts]).toEqual([
    [0, 0],
    expect.stringContaining('People are found by the primary profile'),
  ]);
});

it('takes a 404 of a documented path for what it is', async () => {
  const world = await newWorld();
  const dry = await world.outreach('prospects source --count 2 --icp 99 --dry-run --json');
  const facts = dry.json().facts.join('\n');
  expect(facts).toContain('The profile that finds these people is not known');
  expect(facts).not.toContain('base URL');
});
