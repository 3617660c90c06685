import { isGuarded } from '../../contract/consent.ts';
import type { AnyOperation, Steers } from '../../contract/operation.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Param, ParamType } from '../declare/params.ts';
import { type JsonSchema, loadJsonSchema, type ToJsonSchema } from '../describe/json-schema.ts';
import { consentOfCommand } from '../spending/consent-of-command.ts';
import { capital } from '../spending/effects.ts';
import { answerSchemas, anyOf } from './answer-schema.ts';
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

/** What a tool takes as JSON Schema (2020-12), files and folders included. */
function inputSchema(command: AnyCommand): ListedTool['inputSchema'] {
  const params = Object.entries<Param>(toolParams(command, true));
  const names = params.map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      params.map(([name, param]) => [
        name,
        { ...valuesOf(name, param), description: describeParam(name, param, excluded(command, name, names)) },
      ]),
    ),
    required: params.flatMap(([name, { required }]) => (required ? [name] : [])),
    additionalProperties: false,
  };
}

const excluded = ({ excludes = [] }: AnyCommand, name: string, names: readonly string[]): string[] =>
  (excludes as readonly (readonly string[])[])
    .flatMap(([one = '', ...others]) => (one === name ? others : others.includes(name) ? [one] : []))
    .filter((other) => names.includes(other));

function describeParam(name: string, { summary, type }: Param, others: readonly string[]): string {
  // On a command line, `help` lists them; a tool has its output schema.
  if (name === 'fields') return 'only these fields of the answer, such as id or a.b';
  const form = forms[type];
  return [
    summary,
    ...(form ? [form] : []),
    ...(others.length > 0 ? [`not with ${others.join(', ')}`] : []),
  ].join('; ');
}

const forms: Partial<Record<ParamType, string>> = {
  duration: 'such as 90s, 5m, 14d',
  moment: 'such as 7d, yesterday, 2026-10-01, or RFC 3339',
  days: 'such as mon-fri or daily',
  waiver: 'rule=reason',
  file: 'in the folder of the server',
  folder: 'in the folder of the server',
};

function valuesOf(name: string, param: Param): JsonSchema {
  const value = oneValue(name, param);
  return param.many ? { type: 'array', items: value, ...(param.required && { minItems: 1 }) } : value;
}

/** An id comes as it was answered. */
const namesItem = (name: string, summary: string): boolean =>
  name !== 'fields' && (/\bids?\b/.test(summary) || /^(?:campaign|lead|sender|workspace)s?$/.test(name));

function oneValue(name: string, param: Param): JsonSchema {
  const { type, choices, offers, min, max, exact, summary } = param;
  const range = { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  switch (type) {
    case 'flag':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'string', enum: choices };
    case 'number':
      return { type: 'number', ...range };
    case 'integer':
      // The digits of an id beyond 2^53 come as text.
      return exact
        ? { type: ['integer', 'string'], ...range, pattern: '^[0-9]+$' }
        : { type: 'integer', ...range };
    case 'hour':
      return { type: 'string', pattern: '^[0-9]{1,2}:[0-9]{2}$' };
    default:
      if (type === 'text' && namesItem(name, summary)) return { type: ['string', 'integer'] };
      return { type: 'string', ...(offers && { examples: offers }) };
  }
}
