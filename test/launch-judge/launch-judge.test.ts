import { describe, expect, it } from 'vitest';
import { modesOf } from '../sweep/slice.ts';
import {
  blocking,
  type Campaign,
  chances,
  checked,
  cleanCampaign,
  type Made,
  make,
  newJudgedWorld,
  type Problem,
} from './campaign.ts';
import { changes, defects } from './defects.ts';

const seeds = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('campaigns check', () => {
  it.each(modesOf(seeds(60), 0, 12))('blocks nothing in clean campaign %i', async (seed) => {
    const made = await make(await newJudgedWorld(seed), cleanCampaign(chances(seed)));
    const { exit, problems } = await checked(made);
    expect({ exit, blocking: blocking(problems) }).toEqual({ exit: 0, blocking: [] });
  });

  const kinds = Object.keys(defects);
  it.each(modesOf(seeds(60), 1, 3))('finds the defects that were built into campaign %i', async (seed) => {
    const chance = chances(seed);
    const campaign = cleanCampaign(chance);
    const built = new Set([kinds[seed % kinds.length] as string]);
    // Some have a second one, which must not hide the first.
    if (seed % 3 === 0) built.add(chance.from(['placeholder-left', 'no-day', 'none-attached']));
    if (built.has('no-steps')) built.delete('placeholder-left');
    // What takes the steps away comes last.
    for (const rule of [...built].sort((a) => (a === 'no-steps' ? 1 : -1))) defects[rule]?.(campaign, chance);
    const { exit, problems } = await checked(await make(await newJudgedWorld(seed), campaign));
    expect(exit).toBe(16);
    for (const rule of built) expect(blocking(problems)).toContain(rule);
  });
});

interface Sent {
  readonly recipient: string;
  readonly status: string;
  readonly missing: string | null;
}

const outboxOf = ({ world, id }: Made): Sent[] =>
  world.database
    .prepare('SELECT recipient, status, missing FROM email WHERE campaign_id = ? AND sent_at IS NOT NULL')
    .all<Sent>(id);

/** Starts it past every check, as the service would let others do, and lets 30 days go by. */
async function launched(made: Made): Promise<Sent[]> {
  await made.call('POST', `/campaigns/${made.id}/resume`, {});
  await made.world.outreach('sandbox clock advance 30d -q');
  return outboxOf(made);
}

const leadsOf = (problems: readonly Problem[], ...rules: string[]): string[] => [
  ...new Set(problems.filter(({ rule }) => rules.includes(rule)).flatMap(({ examples }) => examples)),
];

function judge(campaign: Campaign, problems: readonly Problem[], sent: readonly Sent[]): void {
  const unfilled = leadsOf(problems, 'merge-tag-unknown', 'merge-tag-empty', 'placeholder-left');
  const got = (email: string) => sent.filter(({ recipient }) => recipient === email);
  const left = new Set(sent.filter(({ missing }) => missing !== null).map(({ recipient }) => recipient));
  // Nothing went out with a blank that was not found before.
  expect([...left].filter((email) => !unfilled.includes(email))).toEqual([]);
  // What was found went out with a blank, wherever the lead got every wording there is.
  const isWhole = campaign.steps.every(({ variants = [] }) => variants.length === 0);
  const complete = unfilled.filter((email) => isWhole && got(email).length === campaign.steps.length);
  expect(complete.filter((email) => !left.has(email))).toEqual([]);
  // Who got nothing in 30 days is on the blocklist, and was known to be.
  const silent = campaign.leads.map(({ email }) => email).filter((email) => got(email).length === 0);
  expect(leadsOf(problems, 'blocklisted').sort()).toEqual(silent.sort());
}

describe('the outbox after 30 days', () => {
  it.each(modesOf(seeds(140), 0, 14))('agrees with the check of changed world %i', async (seed) => {
    const chance = chances(1000 + seed);
    const campaign = cleanCampaign(chance);
    for (let left = chance.below(4); left > 0; left--) chance.from(changes)(campaign, chance);
    const made = await make(await newJudgedWorld(seed), campaign);
    const { passed, problems } = await checked(made);
    const sent = await launched(made);
    judge(campaign, problems, sent);
    if (passed !== false) expect(sent.filter(({ missing }) => missing !== null)).toEqual([]);
  });

  it.each(modesOf(seeds(60), 0, 12))(
    'has no bounce in world %i that an earlier bounce announced',
    async (seed) => {
      const chance = chances(2000 + seed);
      const earlier = cleanCampaign(chance);
      const answers = { reply: 0.3, softBounce: 0, complaint: 0, invalidAddresses: 0.4 };
      const world = await newJudgedWorld(seed, answers);
      const before = await launched(await make(world, earlier));
      const newcomer = { email: 'kim@newcomer.example', firstName: 'Kim', lastName: 'Lund', company: 'New' };
      const campaign = { ...cleanCampaign(chance), leads: [...earlier.leads, newcomer] };
      campaign.settings = { ...campaign.settings, isEnabledIgnoreHardBouncedLeads: seed % 2 === 0 };
      const made = await make(world, campaign);
      const { problems } = await checked(made);
      const bounced = (sent: readonly Sent[]) =>
        sent.filter(({ status }) => status === 'bounced').map(({ recipient }) => recipient);
      const known = leadsOf(problems, 'bounced-before');
      const { items } = (await made.world.outreach(`leads list --campaign ${made.id} --all --json`)).json();
      const members = items.map(({ email }: { email: string }) => email);
      // Where the campaign asks for it, the service itself does not take them.
      expect([...known].sort()).toEqual(
        bounced(before)
          .filter((email) => members.includes(email))
          .sort(),
      );
      expect(members.length).toBeGreaterThanOrEqual(earlier.leads.length - bounced(before).length);
      // Only of the address that had never been written to nothing could be known.
      const surprises = bounced(await launched(made)).filter((email) => !known.includes(email));
      expect(surprises.filter((email) => email !== newcomer.email)).toEqual([]);
    },
  );
});
