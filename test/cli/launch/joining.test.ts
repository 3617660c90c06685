import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';

/** The ways in other than `campaigns resume`: whoever joins a campaign that writes at once is checked before. */

const states = ['draft', 'paused', 'running', 'completed'] as const;
type State = (typeof states)[number];

const sequence = (body: string) => `--- step ---
Subject: {company}

${body}

If you would rather not hear from us, tell us. Outwell Ltd, 1 Sample Street, 10115 Berlin
`;

const clean = sequence('Hello {firstName}, how is {city}?');

/** Campaign 1, whose only lead is clean, and campaign 2, a draft, with a lead that lacks a city. */
async function worldIn(state: State, options: WorldOptions = {}): Promise<TestWorld> {
  const world = await newWorld(options);
  writeFileSync(join(world.home, 'clean.md'), clean);
  writeFileSync(join(world.home, 'broken.md'), sequence('Hello [Name], how is {ctiy}?'));
  for (const line of [
    'campaigns create Autumn',
    'campaigns create Other',
    'leads add ana@lumen.example --first-name Ana --company Lumen --var city=Oslo --campaign 1',
    'leads add li@orchid.example --first-name Li --company Orchid --campaign 2',
    'leads add bo@zephyr.example --first-name Bo --company Zephyr --var city=Bonn --campaign 2',
    'campaigns sequence set 1 clean.md',
    'campaigns senders attach 1 1',
    'campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
  ])
    expect([line, await world.outreach(line)]).toMatchObject([line, { exit: 0 }]);
  world.database.prepare('UPDATE campaign SET status = ? WHERE id = 1').run(state);
  world.requests.length = 0;
  return world;
}

const writesAtOnce = (state: State) => state === 'running' || state === 'completed';
const writes = ({ requests }: TestWorld) => requests.filter((request) => !request.startsWith('GET'));

const ways = [
  {
    way: 'leads add',
    passing: 'leads add new@lumen.example --first-name Nia --company Lumen --var city=Rome --campaign 1',
    breaking: 'leads add new@lumen.example --first-name Nia --company Lumen --campaign 1',
    rule: 'merge-tag-empty',
    write: 'POST /leads',
  },
  {
    way: 'leads move',
    passing: 'leads move bo@zephyr.example 1',
    breaking: 'leads move li@orchid.example 1',
    rule: 'merge-tag-empty',
    write: 'POST /leads/2/move',
  },
  {
    way: 'campaigns sequence set',
    passing: 'campaigns sequence set 1 clean.md',
    breaking: 'campaigns sequence set 1 broken.md',
    rule: 'merge-tag-unknown',
    write: 'PUT /campaigns/1/sequence',
  },
];

describe.each(ways)('$way', ({ passing, breaking, rule, write }) => {
  describe.each(states)('into a campaign that is %s', (state) => {
    it('goes where every rule is kept', async () => {
      const world = await worldIn(state);
      const refused = await world.outreach(passing);
      expect(refused.exit).toBe(writesAtOnce(state) ? 3 : 0);
      expect(writes(world).length).toBe(writesAtOnce(state) ? 0 : 1);
      if (writesAtOnce(state)) expect((await world.outreach(`${passing} --yes`)).exit).toBe(0);
      expect(writes(world).length).toBe(1);
    });

    it('is refused where a rule blocks, with --yes as well, and nothing is sent', async () => {
      const world = await worldIn(state);
      for (const flags of writesAtOnce(state) ? ['', '--yes', '--yes --json'] : ['']) {
        const { exit, err, out } = await world.outreach(`${breaking} ${flags}`);
        expect([state, flags, exit]).toEqual([state, flags, writesAtOnce(state) ? 16 : 0]);
        if (!writesAtOnce(state)) continue;
        expect([out, writes(world)]).toEqual(['', []]);
        if (!flags.includes('--json')) expect(err).toContain(rule);
        else
          expect(JSON.parse(err).error).toMatchObject({
            code: 'checks_failed',
            exitCode: 16,
            outcome: 'none',
            details: { campaignId: 1, problems: expect.arrayContaining([expect.objectContaining({ rule })]) },
          });
      }
      expect(writes(world)).toEqual(writesAtOnce(state) ? [] : [write]);
    });

    it('goes where the rule is waived, and no other', async () => {
      const world = await worldIn(state);
      const because = (waived: string) => `--accept ${waived}=because --yes`;
      const rules = write.endsWith('sequence') ? [rule, 'placeholder-left'] : [rule];
      const neighbours = ['role-address', 'bounced-before', ...rules.slice(1)];
      const other = await world.outreach(`${breaking} ${neighbours.map(because).join(' ')}`);
      expect(other.exit).toBe(writesAtOnce(state) ? 16 : 0);
      expect(writes(world).length).toBe(writesAtOnce(state) ? 0 : 1);
      expect((await world.outreach(`${breaking} ${rules.map(because).join(' ')}`)).exit).toBe(0);
      expect(writes(world).at(-1)).toBe(write);
    });
  });
});
