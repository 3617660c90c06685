import { isGuarded } from '../../contract/consent.ts';
import type { AnyOperation, Steers } from '../../contract/operation.ts';
import type { AnyCommand } from '../declare/command.ts';
import { type JsonSchema, loadJsonSchema, type ToJsonSchema } from '../describe/json-schema.ts';
import { consentOfCommand } from '../spending/consent-of-command.ts';
import { capital } from '../spending/effects.ts';
import { answerSchemas, anyOf } from './answer-schema.ts';
import { inputSchema } from './input-schema.ts';
import type { ListedTool } from './stdio-server.ts';
import { toolParams } from './tool-params.ts';

/** The tool that a command is, whatever kind it is; the library for its schemas is loaded here. */
export async function loadListedTool(): Promise<(command: AnyCommand, path: string) => ListedTool> {
  const convert = await loadJsonSchema();
  return (command, path) => ({
    name: path.replaceAll(' ', '_'),
    title: capital(path),
    description: describe(command),
    inputSchema: inputSchema(command),
    outputSchema: outputSchema(command, convert),
    annotations: annotate(command),
  });
}

function describe(command: AnyCommand): string {
  const { summary, uses } = command;
  const consent = consentOfCommand(command);
  const sentences = [`${summary}.`];
  const steers = steersOf(command);
  const cases = [
    ...new Set([
      ...(consent === 'when-running' ? [steering.campaign] : []),
      ...(steers && consent !== 'always' ? [steering[steers]] : []),
    ]),
  ].filter((where) => where !== '');
  if (consent !== 'never' || steers)
    sentences.push(cases.length === 0 ? `A ${approval}` : `Where ${cases.join(', or ')}, a ${approval}`);
  if (uses.some(isGuarded)) sentences.push(unknown);
  return sentences.join(' ');
}

/** A stop needs no approval: its way by the limits of mailboxes is not offered to agents. */
const steersOf = ({ uses, stops }: AnyCommand): Steers | undefined =>
  stops ? undefined : uses.find((operation) => operation.steers)?.steers;

const steering: Readonly<Record<Steers, string>> = {
  campaign: 'the campaign is running or completed',
  'any campaign': 'a campaign is running',
  mailbox: 'a campaign is running or the signature changes',
  lead: 'the lead is in a running campaign',
  leads: 'a lead is in a running campaign',
  profile: 'an approved autopilot run finds people by the profile',
  refusal: 'the lead said no or its mail bounced',
  'blocked people': '',
  invoices: '',
  keys: '',
};

const approval =
  'person approves it first: it answers approvalRequired, and the same call runs once after that.';
const unknown = 'exitCode 14: it may have happened, never repeat it.';

/** What it prints with `--json`; the request that it would make in a dry run; what a person has to approve; how it failed. */
function outputSchema(command: AnyCommand, convert: ToJsonSchema): JsonSchema {
  return anyOf([
    ...answerSchemas(command, convert),
    ...('dryRun' in toolParams(command, true) ? [request, requests] : []),
    ...(command.tool === 'effects' || steersOf(command) ? [approvalRequired] : []),
    failed,
  ]);
}

const having = (types: Readonly<Record<string, string>>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }])),
  required: Object.keys(types),
});

const dryRun = having({ dryRun: 'boolean', operation: 'string', method: 'string', path: 'string' });
const request: JsonSchema = { ...dryRun, description: 'a dry run: the request that it would make' };

const requests: JsonSchema = {
  type: 'object',
  properties: { items: { type: 'array', items: dryRun }, total: { type: 'integer' } },
  required: ['items', 'total'],
};

/** Clients check this as well. `result` is what was done or found all the same. */
const failed: JsonSchema = {
  type: 'object',
  properties: { error: { type: 'object' }, result: { type: 'object' } },
  required: ['error'],
};

const approvalRequired: JsonSchema = {
  type: 'object',
  description: 'nothing was done: a person has to approve it first',
  properties: {
    approvalRequired: having({
      code: 'string',
      facts: 'array',
      price: 'object',
      digest: 'string',
      expiresAt: 'string',
    }),
  },
  required: ['approvalRequired'],
};

function annotate({ tool, uses }: AnyCommand): ListedTool['annotations'] {
  const reads = tool === 'read';
  const writes = uses.filter(({ kind }) => kind === 'write');
  const calls = uses.length > 0;
  return {
    readOnlyHint: reads,
    destructiveHint: !reads && (tool === 'effects' || !calls || writes.some(overwrites)),
    idempotentHint: reads || (calls && writes.every(({ retry }) => retry.kind === 'safe')),
    openWorldHint: calls,
  };
}

/** A POST adds; all other writes replace or remove what was there. */
const overwrites = ({ route, changes }: AnyOperation & { readonly changes?: false }): boolean =>
  route.method !== 'POST' && changes === undefined;
