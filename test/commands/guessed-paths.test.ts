import { expect, it } from 'vitest';
import { readyCampaign } from '../cli/launch/ready-campaign.ts';

const three = ['campaigns.get', 'campaigns.sequence', 'campaigns.getSchedule'];
const routes = three.map((id) => `outreach profiles route ${id} "<METHOD> <path>"`);
const without = (operations: readonly string[]) =>
  readyCampaign({
    faults: operations.map((operation) => ({ operation, kind: 'status:404', phase: 'before' })),
  });

const warningsIn = (err: string): string[] =>
  err.split('\n').flatMap((line) => (line.startsWith('{"warning":') ? [JSON.parse(line).warning] : []));

it.each(['campaigns forecast 1', 'campaigns check 1', 'campaigns resume 1 --dry-run'])(
  'are in one warning where they are not there: %s',
  async (line) => {
    const world = await without(three);
    const warnings = warningsIn((await world.outreach(`${line} --json`)).err);
    expect(warnings.filter((text) => text.includes('profiles route'))).toEqual([
      `Could not read one campaign with its settings; the email sequence of a campaign; the days and hours in which a campaign sends: the service does not have this where outreach guesses it (404), so it is left out. Ask its support for the path, and set it: ${routes.join('; ')}`,
    ]);
  },
);

it.each(['campaigns forecast 1', 'campaigns check 1', 'campaigns why 1', 'campaigns resume 1 --dry-run'])(
  'are named once to a person: %s',
  async (line) => {
    const world = await without(three);
    const { out, err } = await world.outreach(line, { tty: true });
    const said = `${out}${err}`.replaceAll(/\u001b\[\d+m/g, '').replaceAll(/\s+/g, ' ');
    for (const route of routes) expect([route, said.split(route).length - 1]).toEqual([route, 1]);
    for (const id of three)
      if (!line.includes('resume')) expect(said).toContain(`Its path is a guess (${id})`);
  },
);

it.each([
  [[], []],
  [
    ['campaigns.sequence'],
    ['Could not read the email sequence of a campaign: the service does not have this where'],
  ],
])('are not mentioned where they are there: %j', async (operations, said) => {
  const world = await without(operations);
  const warnings = warningsIn((await world.outreach('campaigns forecast 1 --json')).err);
  expect(warnings).toEqual(said.map((text) => expect.stringContaining(text)));
});

it('keep their own words where they answer something else', async () => {
  const world = await readyCampaign({
    faults: [{ operation: 'campaigns.sequence', kind: 'status:403', phase: 'before' }],
  });
  const warnings = warningsIn((await world.outreach('campaigns forecast 1 --json')).err);
  expect(warnings).toEqual([
    expect.stringMatching(/^Could not read the email sequence of a campaign, so it is left out: /),
  ]);
});
