import { expect, it } from 'vitest';
import { newWorld } from '../world.ts';

/** Fields of output schemas that say no type, each with the reason. */
const untyped: Readonly<Record<string, readonly string[]>> = {
  'the specification leaves it open': [
    'senders get.errorCode',
    'senders get.connectionHistory[].errorCode',
    'senders connect.errorCode',
    'senders connect.connectionHistory[].errorCode',
    'senders update.errorCode',
    'senders update.connectionHistory[].errorCode',
    'senders reputation.items[].dnsIssues',
    'senders reputation.items[].blacklistsChecked',
    'senders reputation.items[].blacklistsListed',
    'senders reputation.dnsIssues',
    'senders reputation.blacklistsChecked',
    'senders reputation.blacklistsListed',
    'placement reputation.items[].dnsIssues',
    'placement reputation.items[].blacklistsChecked',
    'placement reputation.items[].blacklistsListed',
    'campaigns list.items[].status',
    'campaigns get.status',
    'campaigns get.schedule.everySchedule',
    'campaigns create.status',
    'campaigns create.schedule.everySchedule',
    'campaigns update.status',
    'campaigns update.schedule.everySchedule',
    'campaigns pause.status',
    'campaigns pause.schedule.everySchedule',
    'campaigns resume.status',
    'campaigns resume.schedule.everySchedule',
    'campaigns schedule.everySchedule',
    'campaigns senders attach.attached',
    'campaigns senders attach.alreadyAttached',
    'campaigns plan.items[].status',
    'campaigns diff.items[].status',
    'campaigns apply.items[].status',
    'dfy domains search.items[].domains[]',
    ...['dfy orders list.items[]', 'dfy orders get', 'dfy orders create', 'dfy orders wait'].flatMap((at) =>
      ['cost_breakdown', 'domains', 'forwardingDomain', 'mailboxes'].map((name) => `${at}.${name}`),
    ),
    'copilot plan.icp.suggestedSalesNavKeywords',
    'copilot plan.icp.personas[]',
  ],
  'a price is shown whatever it is': [
    'finder filters.creditsPerProspect',
    'finder import.creditsPerProspect',
    'finder imports list.items[].creditsPerProspect',
    'finder imports get.creditsPerProspect',
    'finder imports wait.creditsPerProspect',
    'dfy domains check.items[].price',
    'credits balance.usdPerCredit',
    'verification rates.usdPerCheck',
  ],
  'it is a value of a lead, whatever the service holds': [
    'leads import.diff.examples[].changes[].from',
    'leads import.diff.examples[].changes[].to',
  ],
  'it is a request or an answer as it was sent': [
    'campaigns pause.items[].request.body',
    'campaigns guard.items[].request.body',
    'autopilot kill.items[].request.body',
    'blocklist sync.items[].request.body',
    'leads forget.profiles[].requests[].body',
    'journal show.request',
    'journal show.quote',
    'journal show.answer',
    'webhooks listen.items[].payload',
  ],
};

interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

interface Leaf {
  readonly path: string;
  readonly typed: boolean;
}

const isTyped = ({ type, enum: choices, anyOf = [] }: JsonSchema): boolean =>
  type !== undefined || choices !== undefined || (anyOf.length > 0 && anyOf.every(isTyped));

function leavesIn(schema: JsonSchema, path: string): Leaf[] {
  const { properties, items, anyOf = [] } = schema;
  if (properties)
    return Object.entries(properties).flatMap(([name, inner]) => leavesIn(inner, `${path}.${name}`));
  if (items) return leavesIn(items, `${path}[]`);
  if (anyOf.some((branch) => branch.properties ?? branch.items))
    return anyOf.flatMap((branch) => leavesIn(branch, path));
  return [{ path, typed: isTyped(schema) }];
}

interface Node {
  readonly path: string;
  readonly commands?: readonly Node[];
  readonly outputSchema?: JsonSchema;
}

const leavesOf = ({ path, commands = [], outputSchema }: Node): Leaf[] => [
  ...commands.flatMap(leavesOf),
  ...(outputSchema?.anyOf ?? []).flatMap((branch) => leavesIn(branch, path)),
];

it('types every field of every output schema but these', { tags: 'slow' }, async () => {
  const { json } = await (await newWorld()).outreach('commands --json --schemas');
  const leaves = leavesOf(json());
  const without = leaves.filter(({ typed }) => !typed).map(({ path }) => path);
  expect([...new Set(without)].sort()).toEqual(Object.values(untyped).flat().sort());
  expect(leaves.length).toBeGreaterThan(3000);
  expect(without.length / leaves.length).toBeLessThan(0.04);
});
