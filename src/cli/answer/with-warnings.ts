import { isRecord } from '../../base/is-record.ts';
import type { Warning } from '../../client/guard/differences.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { allOf, listOf } from '../declare/answer.ts';
import type { Globals } from '../declare/globals.ts';
import { innerOf, type Shape, shapeOf } from '../declare/known-fields.ts';

const text: Shape = { type: 'string' };
const warning: Shape = { type: 'strict_object', entries: { code: text, message: text } };
/** Only `--json` shows them, and only where there are some: they are no column. */
const warned = {
  type: 'strict_object',
  entries: { warnings: { type: 'array', item: warning, remark: true } },
};

/** Whether the answer to a call tells what it cost or brought. */
export const tellsBill = ({ tells }: AnyOperation): boolean => typeof tells === 'object';

/** The answer of a command that makes such a call, with the warnings that may come in its document. */
export const withWarned = (answer: Schema): Schema =>
  shapeOf(answer).type === 'array' ? listOf(allOf(innerOf(answer), warned)) : allOf(answer, warned);

/** The document of a call that cost more or brought less than was agreed to; in other formats stderr alone says so. */
export function withWarnings(
  document: unknown,
  found: readonly Warning[],
  { json }: Pick<Globals, 'json'>,
): unknown {
  if (!json || found.length === 0 || !isRecord(document)) return document;
  const own = Array.isArray(document.warnings) ? document.warnings : [];
  return { ...document, warnings: [...own, ...found] };
}
