import { isRecord } from '../../base/is-record.ts';
import type { Warning } from '../../client/guard/differences.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { array, merged, object, type Schema, string } from '../../contract/schema/schema.ts';
import { remark } from '../declare/answer.ts';
import type { Globals } from '../declare/globals.ts';
import { innerOf, shapeOf } from '../declare/known-fields.ts';

const warned = object({ warnings: remark(array(object({ code: string(), message: string() }))) });

/** Whether the answer to a call tells what it cost or brought. */
export const tellsBill = ({ tells }: AnyOperation): boolean => typeof tells === 'object';

/** The answer of a command that makes such a call, with the warnings that may come in its document. */
export const withWarned = (answer: Schema): Schema =>
  shapeOf(answer).type === 'array'
    ? array(merged(innerOf(answer) as object as Schema, warned))
    : merged(answer, warned);

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
