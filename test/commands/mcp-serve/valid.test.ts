// @module-tag slow
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { newWorld } from '../../world.ts';
import { called, type ListedTool, listed, type ToolCall } from './session.ts';

/** Everything that a tool takes alone, and with one of the arguments that all lists share; and what names a record. */
function callsOf({ name, inputSchema }: ListedTool): ToolCall[] {
  const { properties, required } = inputSchema;
  const given = Object.fromEntries(required.map((arg) => [arg, values[`${name}.${arg}`] ?? values[arg]]));
  if (Object.values(given).includes(undefined)) return [];
  const shared: Readonly<Record<string, unknown>> = {
    limit: 1,
    all: true,
    fields: ['id', 'name'],
    dryRun: true,
    since: '30d',
  };
  const more = Object.keys(shared).filter((arg) => arg in properties && !(arg in given));
  return [given, ...more.map((arg) => ({ ...given, [arg]: shared[arg] }))].map((args) => ({
    name,
    arguments: args,
  }));
}

const values: Readonly<Record<string, unknown>> = {
  campaign: 1,
  lead: 'p1@lumen.example',
  leads: ['p1@lumen.example'],
  email: 'new@lumen.example',
  sender: 1,
  senders: [1],
  amount: 2000,
  values: ['acme.com'],
  domains: ['acme-mail.com'],
  name: 'Spring',
  emails: ['p1@lumen.example'],
  reply: 1,
  draft: 1,
  import: 1,
  run: 1,
  icp: 1,
  webhook: 1,
  order: 1,
  job: 1,
  id: 1,
  words: 'what waits',
};

it('answers 200 different calls as their schemas say', async () => {
  const world = await newWorld();
  await world.outreach('leads import -', {
    stdin: `email,notes\n${Array.from({ length: 60 }, (_, at) => `p${at}@lumen.example,${'x'.repeat(900)}`).join('\n')}\n`,
  });
  for (const line of ['campaigns create Autumn', 'icps create Leaders --title CEO', 'blocklist add acme.com'])
    await world.outreach(line);
  const tools = await listed(world, '--tools effects --all-tools');
  const calls = tools.flatMap(callsOf);
  expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBeGreaterThanOrEqual(200);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const valid = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));
  const answers = await called(world, '--tools effects', ...calls);
  const wrong = answers.flatMap(({ structuredContent }, at) => {
    const { name = '', ...given } = calls[at] ?? {};
    return valid.get(name)?.(structuredContent) ? [] : [{ name, given, errors: valid.get(name)?.errors }];
  });
  expect(wrong).toEqual([]);
  // Each way to answer is among them.
  const kinds = answers.map(({ structuredContent: said }) =>
    ['error', 'approvalRequired', 'truncated', 'dryRun', 'items'].find((field) => field in said),
  );
  expect(new Set(kinds)).toEqual(
    new Set(['error', 'approvalRequired', 'truncated', 'dryRun', 'items', undefined]),
  );
});
