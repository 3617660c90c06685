import { Failure } from '../../base/errors.ts';
import { type AsItCame, standIn } from '../../client/response/as-it-came.ts';
import { OtherShape } from '../../contract/schema/answer-shape.ts';
import { noFields, opened, reading } from '../declare/answer.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { learnData, nothingKnown } from '../declare/known-fields.ts';
import { hintOf } from '../messages/hints/hint-of.ts';
import { fieldPaths, unknownField } from '../output/formats/fields.ts';
import { documentOf } from './answer-of.ts';
import { onePage } from './one-page.ts';

/** The answer that a read threw because its shape is not known; undefined for every other failure. */
export function unshapedIn(error: unknown): AsItCame | undefined {
  if (!(error instanceof Failure) || !(error.cause instanceof OtherShape)) return undefined;
  const hint = hintOf(error);
  const next = hint === undefined ? '' : `. ${hint.replaceAll('\n', '. ')}`;
  return { answer: error.cause.answer, warning: `${error.message}. It is shown as it came${next}` };
}

/** The same as what a command has to show: a list stays one. */
export function unshapedOf(
  command: AnyCommand,
  values: Readonly<Record<string, unknown>>,
  globals: Pick<Globals, 'page' | 'limit' | 'all'>,
  error: unknown,
): AsItCame | undefined {
  const came = unshapedIn(error);
  if (!came || !(error instanceof Failure) || !(error.cause instanceof OtherShape)) return came;
  const { cause, subject } = error;
  const isOwn = subject?.is === 'unknown-shape' && subject.operation === command.uses[0]?.id;
  if (cause.items === undefined || !isOwn || !documentOf(command, values).list) return came;
  return { ...came, answer: command.onePiece ? onePage(cause.items, globals) : cause.items };
}

/** The answer of a read that is all a command shows; where its shape is not known, it is shown as it came. */
export async function shownAnyway<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const unshaped = unshapedIn(error);
    if (unshaped === undefined) throw error;
    return standIn(unshaped);
  }
}

/**
 * Whether `--fields` names what an answer to a change does not have: it is too late to refuse the name, and what came may
 * be nowhere else.
 */
export function lacksFields(
  command: AnyCommand,
  values: Readonly<Record<string, unknown>>,
  fields: readonly string[] | undefined,
  answer: unknown,
): boolean {
  if (fields === undefined || documentOf(command, values).open) return false;
  const known = nothingKnown();
  learnData(known, answer);
  return unknownField(fieldPaths(fields), known) !== undefined;
}

const asItCame = opened(noFields);

/** The command without its way to show what it knows, and with no more fields than came. */
export function byItsFields(command: AnyCommand, values: Readonly<Record<string, unknown>>): AnyCommand {
  const { view: _view, columns: _columns, ...rest } = command;
  const { reads } = documentOf(command, values);
  return { ...rest, answer: reads ? reading(asItCame) : asItCame };
}
