import { operations } from './index.ts';
import { snakeCase } from './lead-fields.ts';
import type { AnyOperation } from './operation.ts';

type Named = Pick<AnyOperation, 'id' | 'kind' | 'paging' | 'tool'>;

/** Areas whose things are called otherwise. */
const things: Readonly<Record<string, string>> = {
  billing: 'billing_profile',
  drafts: 'reply_drafts',
  finder: 'lead_finder',
};

/** The spec names one, `send_reply_draft`. A wrong guess costs a question: an unknown tool takes consent. */
export function toolName({ id, kind, paging, tool }: Named): string {
  if (tool !== undefined) return tool;
  const [area = '', key = ''] = id.split('.');
  const all = things[area] ?? area;
  if (key === 'list') return `list_${all}`;
  const one = all.replace(/s$/, '');
  const [verb = '', ...rest] = snakeCase(key).split('_');
  if (kind === 'write' || ['get', 'search', 'check'].includes(verb)) return [verb, one, ...rest].join('_');
  return `${paging === undefined ? 'get' : 'list'}_${one}_${snakeCase(key)}`;
}

/** The operation that a tool is; also by the operation's own name, as `drafts_send` or `drafts.send`. */
export function operationOfTool(name: string): AnyOperation | undefined {
  const wanted = name
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[-.\s/]+/g, '_');
  return operations.find((operation) => {
    const { id } = operation;
    return [toolName(operation), snakeCase(id.replace('.', '_'))].includes(wanted);
  });
}
