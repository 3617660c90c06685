import { describe, expect, it } from 'vitest';
import { commands, errorOf, liveWorld } from './live.ts';
import { sliced } from './slice.ts';

/** A dry run ends as the run would: what a ceiling refuses, it refuses as well, and nothing is written anywhere. */

const withYes = (words: string) => `${words.replace(/ --yes\b/, '')} --yes`;
const effects = commands.filter(({ consent, main }) => consent !== 'never' && main !== null);

const rawEffects = [
  'api POST /credits/purchase --field credits=2000',
  'api POST /campaigns/1/resume',
  'api POST /reply-drafts/1/send',
  'api POST /lead-finder/imports --field campaignId=1 --field mode=selected --field refs[]=r1',
  'api POST /leads --field leads[].email=ana@lumen.example --field campaignId=1',
  'api POST /dfy/orders --field domains[].domainName=acme.com',
];

const rows = [
  ...effects.map(({ path, words }) => ({ path, line: `${path} ${withYes(words)}` })),
  ...rawEffects.map((line) => ({ path: 'api', line: `${line} --yes` })),
];

const ceilings = [
  '',
  '--max-credits 0',
  '--max-credits 1000000',
  '--max-usd 0',
  '--max-usd 1000000',
  '--max-recipients 0',
  '--max-recipients 1000000',
];

/** These have a document of their own, or ask about several accounts. */
const others = ['leads forget', 'login', 'profiles remove', 'logout'];

const session = { name: 'claude', readOthers: () => false };

const running = {
  campaigns: [{ id: 1, name: 'First steps', status: 'running' }],
  total: 1,
  page: 1,
  limit: 20,
  hasMore: false,
};

describe.each(['running', 'draft'])('a dry run where the campaign is %s', (status) => {
  const script = (id: string) =>
    id === 'campaigns.list'
      ? { body: JSON.stringify({ ...running, campaigns: [{ ...running.campaigns[0], status }] }) }
      : undefined;
  const tried = rows.filter(({ path }) => !others.includes(path));
  it.each(sliced(tried, ceilings, 3))('ends as the run: outreach $line', async ({ line, modes }) => {
    for (const ceiling of modes) {
      const { world, service } = await liveWorld();
      service.play(script);
      const dry = await world.outreach(`${line} ${ceiling} --dry-run --json`);
      expect([line, ceiling, service.writes()]).toEqual([line, ceiling, 0]);
      const asked = await world.outreach(`${line} ${ceiling} --dry-run --json`, { agent: session });
      // There a raw call looks whether people are mailed at all.
      if (status === 'running') expect([line, ceiling, asked.exit]).toEqual([line, ceiling, dry.exit]);
      // Neither a call nor an approval.
      expect(world.journalled().replaceAll(/[[\]\s]/g, '')).toBe('');
      const run = await world.outreach(`${line} ${ceiling} --json`);
      expect([line, ceiling, dry.exit]).toEqual([line, ceiling, run.exit]);
      // An option that the command does not have.
      if (run.exit === 2) continue;
      const { facts, price, wouldRefuse } = dry.json();
      expect([facts.length > 0, typeof price]).toEqual([true, 'object']);
      if (run.exit === 0) expect([line, ceiling, wouldRefuse]).toEqual([line, ceiling, null]);
      else {
        const { code, exitCode, message } = errorOf(run);
        expect(wouldRefuse).toEqual({ code, exitCode, message });
        expect(errorOf(dry).code).toBe(code);
      }
    }
  });
});
