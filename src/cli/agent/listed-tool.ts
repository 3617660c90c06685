import type { AnyOperation, Steers } from '../../contract/operation.ts';
import { momentExamples } from '../../domain/moment.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Param, ParamType } from '../declare/params.ts';
import { kebab } from '../declare/shared-options.ts';
import { type JsonSchema, loadJsonSchema, type ToJsonSchema } from '../describe/json-schema.ts';
import { excludedWith } from '../describe/tree.ts';
import { consentOfCommand } from '../spending/consent-of-command.ts';
import { answerSchemas, anyOf } from './answer-schema.ts';
import type { ListedTool } from './stdio-server.ts';
import { toolParams } from './tool-params.ts';
import { withArguments } from './tool-words.ts';

/** The tool that a command is, whatever kind it is; the library for its schemas is loaded here. */
export async function loadListedTool(): Promise<(command: AnyCommand, path: string) => ListedTool> {
  const convert = await loadJsonSchema();
  return (command, path) => ({
    name: path.replaceAll(' ', '_'),
    description: describe(command),
    inputSchema: inputSchema(command),
    annotations: annotate(command),
    // The last, so that a list without it is the same text up to there.
    outputSchema: outputSchema(command, convert),
  });
}

/** What it answers, and what it costs: a command that costs something says so in its summary. */
function describe(command: AnyCommand): string {
  const { summary, tool } = command;
  const isFree = tool !== 'effects' && !/\bfree\b/.test(summary);
  const line = `${summary}.${isFree ? ' Free.' : ''}`;
  // Of a form that asks, `steers` says when.
  const { consent: own, ...rest } = command;
  const consent = consentOfCommand(own === 'always' ? command : rest);
  const steers = steersOf(command);
  const cases = [
    ...new Set([
      ...(consent === 'when-running' ? [steering.campaign] : []),
      ...(steers && consent !== 'always' ? [steering[steers]] : []),
    ]),
  ].filter((where) => where !== '');
  if (consent === 'never' && !steers) return line;
  const where = cases.length === 0 ? 'A' : `Where ${cases.join(', or ')}, a`;
  return `${line} ${where} person approves it first.`;
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
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, param] of params) {
    properties[name] = { ...valuesOf(name, param), ...describeParam(command, [name, param], names) };
    if (param.required) required.push(name);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Nothing where the name says it all. */
function describeParam(
  command: AnyCommand,
  [name, { summary, type, moment }]: readonly [string, Param],
  names: readonly string[],
): { readonly description?: string } {
  const others = excludedWith(command, name).filter((other) => names.includes(other));
  const saidByName = summary === kebab(name).replaceAll('-', ' ');
  // What a command of its own means by `all` may be every campaign.
  const common = name === 'all' && command.args?.all ? undefined : ofTool[name];
  // There is neither standard input nor an option.
  const own = summary.replace(/, - for (?:stdin|standard input)\b/, '');
  const words = saidByName ? '' : (common ?? withArguments(own, names));
  const without = others.length > 0 ? `not with ${others.join(', ')}` : '';
  const form = moment ? `such as ${momentExamples(moment)}` : (forms[type] ?? '');
  const description = [words, form, without].filter((part) => part !== '').join('; ');
  return description === '' ? {} : { description };
}

/** What every list or change takes: the instructions of the server speak of it. */
const ofTool: Readonly<Record<string, string>> = {
  ...{ fields: '', page: '', limit: '', all: '' },
  dryRun: 'only show the request',
};

const forms: Partial<Record<ParamType, string>> = {
  duration: 'such as 90s, 5m, 14d',
  waiver: 'rule=reason',
  file: 'in the folder',
  folder: 'in the folder',
};

function valuesOf(name: string, param: Param): JsonSchema {
  const value = oneValue(name, param);
  return param.many ? { type: 'array', items: value, ...(param.required && { minItems: 1 }) } : value;
}

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
      // An id comes as it was answered.
      if (type === 'text' && name !== 'fields')
        if (/\bids?\b/.test(summary) || /^(?:campaign|lead|sender|workspace)s?$/.test(name))
          return { type: ['string', 'integer'] };
      return { type: 'string', ...(offers && { examples: offers }) };
  }
}
