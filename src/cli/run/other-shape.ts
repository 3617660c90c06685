import { Failure } from '../../base/errors.ts';
import { type AsItCame, standIn } from '../../client/response/as-it-came.ts';
import { OtherShape } from '../../contract/schema/answer-shape.ts';
import { type Document, documentOf } from '../answer/answer-of.ts';
import { onePage } from '../answer/one-page.ts';
import { noFields, opened, reading } from '../declare/answer.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Messages } from '../declare/context-parts.ts';
import type { Globals } from '../declare/globals.ts';
import { learnData, nothingKnown } from '../declare/known-fields.ts';
import { hintOf } from '../messages/hints/hint-of.ts';
import { fieldPaths, unknownField } from '../output/formats/fields.ts';
import type { Writer } from '../output/writer.ts';

/** The answer that a read threw because its shape is not known; undefined for every other failure. */
function unshapedIn(error: unknown): AsItCame | undefined {
  if (!(error instanceof Failure) || !(error.cause instanceof OtherShape)) return undefined;
  const hint = hintOf(error);
  const next = hint === undefined ? '' : `. ${hint.replaceAll('\n', '. ')}`;
  return { answer: error.cause.answer, warning: `${error.message}. It is shown as it came${next}` };
}

/** The same as what a command has to show: a list stays one. `drawn` is the command that shows what came. */
export function unshapedOf(
  command: AnyCommand,
  values: Values,
  globals: Pick<Globals, 'page' | 'limit' | 'all'>,
  error: unknown,
): (AsItCame & { readonly drawn: AnyCommand }) | undefined {
  const came = unshapedIn(error);
  if (!came || !(error instanceof Failure) || !(error.cause instanceof OtherShape)) return undefined;
  const { cause, subject } = error;
  const document = documentOf(command, values);
  const drawn = byItsFields(command, document);
  const isOwn = subject?.is === 'unknown-shape' && subject.operation === command.uses[0]?.id;
  if (cause.items === undefined || !isOwn || !document.list) return { ...came, drawn };
  return { ...came, answer: command.onePiece ? onePage(cause.items, globals) : cause.items, drawn };
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

type Values = Readonly<Record<string, unknown>>;

interface Showing {
  readonly command: AnyCommand;
  readonly values: Values;
  readonly globals: Pick<Globals, 'fields'>;
  readonly writer: Writer;
  readonly messages: Messages;
}

/**
 * Shows an answer in which nothing was recognised. Where `--fields` names what an answer to a change does not have, it shows
 * all of it: it is too late to refuse the name, and what came may be nowhere else.
 */
export async function showAsItCame(
  { command, values, globals, writer, messages }: Showing,
  { answer, warning }: AsItCame,
): Promise<string | undefined> {
  messages.warn(warning);
  const document = documentOf(command, values);
  const drawn = byItsFields(command, document);
  const known = nothingKnown();
  learnData(known, answer);
  const lacksFields =
    globals.fields !== undefined &&
    !document.reads &&
    unknownField(fieldPaths(globals.fields), known) !== undefined;
  if (!lacksFields) return writer.write(drawn, answer, values);
  messages.warn('It does not have all of --fields: all of it is shown');
  return writer.withAllFields().write(drawn, answer, values);
}

const asItCame = opened(noFields);

/** The command without its way to show what it knows, and with no more fields than came. */
function byItsFields(command: AnyCommand, { reads }: Document): AnyCommand {
  const { view: _view, columns: _columns, ...rest } = command;
  return { ...rest, answer: reads ? reading(asItCame) : asItCame };
}
