import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/contract/wire.ts';
import { bouncesHard } from '../../src/sandbox/world/leads/addresses.ts';
import { modesOf } from '../sweep/slice.ts';
import { chances, cleanCampaign, type Lead, type Made, make, newJudgedWorld } from './campaign.ts';

/** How the account comes to know of its addresses. */
const ways = ['before', 'after', 'column', 'part', 'unreadable', 'not'] as const;
type Way = (typeof ways)[number];

const quiet = { reply: 0, outOfOffice: 0, unsubscribeLink: 0, softBounce: 0, complaint: 0 };

interface World {
  readonly made: Made;
  readonly way: Way;
  readonly verifies: boolean;
  /** Dead, and some source says so. */
  readonly known: ReadonlySet<string>;
}

/** The path of the records is a guess, and not where this service has them. */
const withoutRecords =
  (next: Transport): Transport =>
  (request, signal) =>
    request.path.endsWith('/records')
      ? Promise.resolve({ status: 404, headers: {}, body: 'page not found' })
      : next(request, signal);

async function newStaleWorld(seed: number, dead: number, chance = chances(seed)): Promise<World> {
  const way = ways[seed % ways.length] as Way;
  const isEnabledEmailVerifier = chance.below(3) === 0;
  const flow = chance.below(5) === 0 ? 'api' : 'multiple_leads_scheduled';
  // The flow `api` skips the validation of leads.
  const verifies = isEnabledEmailVerifier && flow !== 'api';
  const answers = { ...quiet, invalidAddresses: dead, catchAllAddresses: dead / 5 };
  const judged = await newJudgedWorld(seed, answers, way === 'unreadable' ? { between: withoutRecords } : {});
  const isDead = (email: string) => bouncesHard(judged.world.sandbox.state, email);
  const people = Array.from({ length: 12 + chance.below(60) }, (_, at): Lead => {
    const email = `person${at}@stale${seed}-${at}.example`;
    const status = isDead(email) ? 'invalid' : 'valid';
    const customVariables = way === 'column' ? { 'ZeroBounce Status': status } : {};
    return { email, firstName: 'Ana', lastName: 'Berg', company: 'Berg & Co', customVariables };
  });
  const looked = people.filter((_, at) => way !== 'part' || at % 2 === 0).map(({ email }) => email);
  const verify = async () => {
    const line = 'verification jobs create --file - --yes --json';
    expect((await judged.world.outreach(line, { stdin: looked.join('\n') })).exit).toBe(0);
  };
  if (way === 'before') await verify();
  const campaign = cleanCampaign(chance);
  campaign.leads = people;
  campaign.settings = { ...campaign.settings, isEnabledEmailVerifier, flow };
  const made = await make(judged, campaign);
  // A campaign that verifies its leads cannot start meanwhile.
  if (verifies) await judged.world.outreach('sandbox clock advance 10m -q');
  if (way === 'after' || way === 'part' || way === 'unreadable') await verify();
  return { made, way, verifies, known: new Set(way === 'not' ? [] : looked.filter(isDead)) };
}

/** Of those who are known to be dead, whose mail bounced. */
const bouncedOf = ({ made: { world, id }, known }: World): string[] =>
  world.database
    .prepare("SELECT recipient FROM email WHERE campaign_id = ? AND status = 'bounced'")
    .all<{ recipient: string }>(id)
    .map(({ recipient }) => recipient)
    .filter((email) => known.has(email));

const seeds = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const slow = { tags: 'slow' };

describe('a launch by a stale list', () => {
  it.each(modesOf(seeds(200), 0, 5))(
    'passes with no three dead without a word in world %i',
    slow,
    async (seed) => {
      const stale = await newStaleWorld(seed, (seed % 11) / 20);
      const { world, id, call } = stale.made;
      const { exit, err } = await world.outreach(`campaigns resume ${id} --yes`);
      expect([0, 16]).toContain(exit);
      // What it refuses goes out past it: the outbox says whether that was right.
      if (exit === 16) await call('POST', `/campaigns/${id}/resume`, {});
      await world.outreach('sandbox clock advance 30d -q');
      const bounced = bouncedOf(stale);
      const word = err.split('\n').filter((line) => line.includes('known-invalid'));
      if (exit === 16) expect([bounced.length >= 3, word.length > 0]).toEqual([true, true]);
      if (bounced.length >= 3)
        expect([exit, word.length > 0]).toEqual([stale.way === 'unreadable' ? 0 : 16, true]);
      if (stale.verifies) expect(bounced).toEqual([]);
    },
  );

  it.each(modesOf(seeds(100), 0, 5))('says nothing of clean world %i', slow, async (seed) => {
    const { made, way } = await newStaleWorld(seed, 0);
    const { problems } = (await made.world.outreach(`campaigns check ${made.id} --json`)).json();
    const found = problems.map(({ rule }: { rule: string }) => rule);
    const ofPeople = [
      'known-invalid',
      'opted-out',
      'risky-share',
      ...(way === 'not' ? [] : ['not-verified']),
    ];
    expect(found.filter((rule: string) => ofPeople.includes(rule))).toEqual([]);
  });
});
