import type { AnyCommand } from '../declare/command.ts';
import type { Param, ParamType } from '../declare/params.ts';
import type { JsonSchema } from '../describe/json-schema.ts';
import type { ListedTool } from './stdio-server.ts';
import { toolParams } from './tool-params.ts';

/** What a tool takes as JSON Schema (2020-12), files and folders included. */
export function inputSchema(command: AnyCommand): ListedTool['inputSchema'] {
  const params = Object.entries<Param>(toolParams(command, true));
  const names = params.map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      params.map(([name, param]) => [
        name,
        { ...valuesOf(name, param), description: describe(name, param, excluded(command, name, names)) },
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

function describe(name: string, { summary, type }: Param, others: readonly string[]): string {
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
