import { operations } from '../../src/contract/index.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { samples } from './samples.ts';

/** The operations whose envelope the spec leaves open. */
export const open = operations.filter(({ answer }) => answer.holds !== undefined);

/** The record or list of an operation's good answer, without its envelope. */
export function payloadOf({ id, answer }: AnyOperation): unknown {
  const sample = samples[id] as Record<string, unknown>;
  const { under } = answer.holds ?? {};
  return under !== undefined && under in sample ? sample[under] : sample;
}

const isList = ({ answer }: AnyOperation) => answer.holds?.form === 'list';

/** The ways in which a service of another make may answer, each telling the same. */
export const envelopes: readonly (readonly [name: string, wrap: (operation: AnyOperation) => unknown])[] = [
  ['flat or bare', payloadOf],
  ['under another name', (operation) => ({ thing: payloadOf(operation) })],
  [
    'under data, with a message and counts beside it',
    (operation) => ({ data: payloadOf(operation), message: 'Here it is', meta: { total: 1 }, ok: true }),
  ],
  [
    'nested',
    (operation) =>
      isList(operation)
        ? { data: { items: payloadOf(operation), total: 1 } }
        : { data: { result: payloadOf(operation) }, status: 'success' },
  ],
  [
    'as the only one of a list',
    (operation) => [isList(operation) ? { list: payloadOf(operation) } : payloadOf(operation)],
  ],
];

/** Answers in which nothing of what is looked for can be recognised. */
export const strange: readonly (readonly [name: string, answer: unknown])[] = [
  ['other fields', { weird: { nothing: true }, more: 'text' }],
  ['a list of other things', [{ weird: 1 }, { weird: 2 }]],
  ['an empty record', {}],
  ['a list of numbers', { weird: [1, 2, 3] }],
  ['a text', 'fine'],
  ['null', null],
];
