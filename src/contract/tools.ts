import { operations } from './index.ts';
import type { AnyOperation } from './operation.ts';

/** What an operation is called as a tool. A wrong guess costs a question: an unknown tool takes consent. */
export const toolName = ({ id, tool }: Pick<AnyOperation, 'id' | 'tool'>): string => tool ?? plain(id);

const plain = (id: string): string =>
  id.replace('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The operation that a tool is; also by the operation's own name, as `drafts_send` or `drafts.send`. */
export function operationOfTool(name: string): AnyOperation | undefined {
  const wanted = name
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[-.\s/]+/g, '_');
  return operations.find((operation) => [toolName(operation), plain(operation.id)].includes(wanted));
}
