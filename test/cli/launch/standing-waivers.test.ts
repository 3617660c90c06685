import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseUrl, type LiveWorld, liveKey, liveWorld } from '../../commands/live-service.ts';
import { savedOnce } from '../../saved-once.ts';

/** A waiver of the profile `prod` holds wherever people can be written to, as one of the line does. */

const reason = 'the service adds it';

const sequence = (body: string) =>
  `--- step ---\nSubject: {company}\n\n${body}\n\nReply "unsubscribe" to opt out. Outwell Ltd, 1 Sample Street, 10115 Berlin\n`;

/** Campaign 1, which runs and breaks no rule, and campaign 2, with a lead who has no first name. */
const running = savedOnce(async (world) => {
  for (const [line, stdin = ''] of [
    ['campaigns create Autumn'],
    ['campaigns create Other'],
    ['leads add ana@lumen.example --first-name Ana --company Lumen --campaign 1'],
    ['leads add li@orchid.example --company Orchid --campaign 2'],
    ['campaigns sequence set 1 -', sequence('Hello {firstName}')],
    ['campaigns senders attach 1 1'],
    ['campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00'],
    ['icps create Heads --title "Head of Sales" --location Germany'],
    ['icps set-primary 1'],
  ]) {
    const run = await world.outreach(line ?? '', { stdin });
    expect([line, run.exit, run.err]).toEqual([line, 0, expect.anything()]);
  }
  world.database.exec("UPDATE campaign SET status = 'running' WHERE id = 1");
});

async function worldWith(waived: readonly string[], until?: string): Promise<LiveWorld> {
  const world = await liveWorld({ saved: await running() });
  const accept = waived.map((rule) => ({ rule, reason, ...(until && { until }) }));
  const keys = { prod: { key: liveKey, origin: new URL(baseUrl).origin } };
  const profiles = { prod: { baseUrl, accept } };
  for (const [file, data] of Object.entries({
    'keys.json': { keys },
    'config.json': { profiles },
  }))
    writeFileSync(join(world.home, file), JSON.stringify(data), { mode: 0o600 });
  writeFileSync(join(world.home, 'wide.md'), sequence('Hello {icebreaker}'));
  writeFileSync(join(world.home, 'broken.md'), sequence('Hello [Name]'));
  writeFileSync(join(world.home, 'one.csv'), 'Email,Company\nnew@lumen.example,Lumen\n');
  return world;
}

const writes = ({ sent }: LiveWorld) =>
  sent.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/audience/size'));

const ways = [
  ['leads add', 'leads add new@lumen.example --company Lumen --campaign 1', 'merge-tag-empty'],
  ['leads move', 'leads move li@orchid.example 1', 'merge-tag-empty'],
  ['leads import', 'leads import one.csv --campaign 1 --strict', 'merge-tag-empty'],
  ['campaigns sequence set', 'campaigns sequence set 1 broken.md', 'placeholder-left'],
] as const;

describe.each(ways)('%s', (_, line, rule) => {
  it('goes with a standing waiver of that very rule, which its question names', async () => {
    const world = await worldWith([rule]);
    const asked = await world.outreach(`${line} --profile prod --json`);
    expect(asked.exit).toBe(3);
    expect(JSON.parse(asked.err.trim().split('\n').at(-1) ?? '').error.details.facts).toContainEqual(
      expect.stringContaining(`Accepted, ${rule} (profile prod): ${reason}`),
    );
    expect(writes(world)).toEqual([]);
    const run = await world.outreach(`${line} --profile prod --yes`);
    expect([run.exit, run.err]).toEqual([0, expect.stringContaining(`Accepted, ${rule} (profile prod)`)]);
    expect(writes(world)).toHaveLength(1);
  });

  it.each([
    ['one of another rule', ['role-address', 'no-opt-out'], undefined],
    ['one that has ended', [rule], '2026-03-02T07:59:59Z'],
  ])('is refused with %s', async (_name, waived, until) => {
    const world = await worldWith(waived, until);
    const { exit, err } = await world.outreach(`${line} --profile prod --yes`);
    expect([exit, writes(world)]).toEqual([16, []]);
    expect(err).toContain(rule);
    expect(err).not.toContain(reason);
  });
});

describe('people who are not known before they join', () => {
  it.each([
    ['finder import', 'finder import --campaign 1 --count 5 --job-title "Head of Sales" --country Germany'],
    ['prospects source', 'prospects source --campaign 1 --count 5'],
  ])('are reported after %s without what the profile lets go', async (_, line) => {
    const report = async (waived: readonly string[]) => {
      const world = await worldWith(waived);
      await world.outreach(
        'campaigns sequence set 1 wide.md --profile prod --accept merge-tag-unknown=x --yes',
      );
      const { exit, err } = await world.outreach(`${line} --profile prod --yes`);
      expect([exit, err]).toEqual([0, expect.stringMatching(/Launch checks of the \d+ new lead/)]);
      return err;
    };
    expect(await report([])).toContain('merge-tag-empty');
    expect(await report(['merge-tag-empty'])).not.toContain('merge-tag-empty');
  });
});

describe('a launch', () => {
  const resume = 'campaigns resume 1 --profile prod';

  async function blocked(waived: readonly string[], until?: string): Promise<LiveWorld> {
    const world = await worldWith(waived, until);
    world.database.exec("UPDATE campaign SET status = 'paused' WHERE id = 1");
    world.database.exec("UPDATE lead SET first_name = '' WHERE email LIKE 'ana@%'");
    return world;
  }

  it('goes with a standing waiver, which the journal has with its reason', async () => {
    const world = await blocked(['merge-tag-empty']);
    const asked = await world.outreach(`${resume} --json`);
    expect(JSON.parse(asked.err.trim().split('\n').at(-1) ?? '').error.details.facts.join('\n')).toContain(
      `Accepted, merge-tag-empty (profile prod): ${reason}`,
    );
    expect((await world.outreach(`${resume} --yes`)).exit).toBe(0);
    const [launch] = (await world.outreach('journal list --json')).json().items;
    const { quote } = (await world.outreach(`journal show ${launch.id} --json`)).json();
    expect(quote.facts.join('\n')).toContain(`Accepted, merge-tag-empty (profile prod): ${reason}`);
  });

  it('is refused once the waiver has ended, also on a check that passed while it held', async () => {
    const world = await blocked(['merge-tag-empty'], '2026-03-02T08:10:00Z');
    expect((await world.outreach('campaigns check 1 --profile prod')).exit).toBe(0);
    world.clock.advance(11 * 60_000);
    expect((await world.outreach(`${resume} --yes`)).exit).toBe(16);
    expect(writes(world)).toEqual([]);
  });

  it('names its standing waivers in the check, with their end', async () => {
    const world = await blocked(['merge-tag-empty'], '2027-01-01T00:00:00Z');
    const { waived, passed } = (await world.outreach('campaigns check 1 --profile prod --json')).json();
    expect({ passed, waived }).toMatchObject({
      passed: true,
      waived: [
        { rule: 'merge-tag-empty', reason, by: 'profile prod', until: '2027-01-01T00:00:00Z', count: 1 },
      ],
    });
  });
});

it('holds for the approval of a run, which names it', async () => {
  const world = await worldWith(['credits-short']);
  expect((await world.outreach('autopilot start acme.com --target-prospects 20 --profile prod')).exit).toBe(
    0,
  );
  world.database.exec(
    "INSERT INTO credit_entry (workspace_id, amount, reason, created_at) SELECT workspace_id, 1 - sum(amount), 'spent', 0 FROM credit_entry GROUP BY workspace_id",
  );
  const { exit, err } = await world.outreach('autopilot approve 1 --no-wait --json --profile prod');
  expect(exit).toBe(3);
  expect(JSON.parse(err.trim().split('\n').at(-1) ?? '').error.details.facts.join('\n')).toContain(
    `Accepted, credits-short (profile prod): ${reason}`,
  );
});

it('is taken back freely', async () => {
  const world = await worldWith(['merge-tag-empty']);
  expect((await world.outreach('profiles set prod --unset accept')).exit).toBe(0);
  expect((await world.outreach('profiles show prod --json')).json().accept).toEqual([]);
  const line = 'leads add new@lumen.example --company Lumen --campaign 1 --profile prod --yes';
  expect((await world.outreach(line)).exit).toBe(16);
});
