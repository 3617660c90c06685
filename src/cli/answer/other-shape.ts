import { Failure } from '../../base/errors.ts';
import { type AsItCame, standIn } from '../../client/response/as-it-came.ts';
import { OtherShape } from '../../contract/schema/answer-shape.ts';
import { anyFields } from '../declare/answer.ts';
import type { AnyCommand } from '../declare/command.ts';
import { hintOf } from '../messages/hints/hint-of.ts';

/** The answer that a read threw because its shape is not known; undefined for every other failure. */
export function unshapedIn(error: unknown): AsItCame | undefined {
  if (!(error instanceof Failure) || !(error.cause instanceof OtherShape)) return undefined;
  const hint = hintOf(error);
  const next = hint === undefined ? '' : `. ${hint.replaceAll('\n', '. ')}`;
  return { answer: error.cause.answer, warning: `${error.message}. It is shown as it came${next}` };
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

/** The command without its way to show what it knows. */
export function byItsFields(command: AnyCommand): AnyCommand {
  const { view: _view, columns: _columns, ...rest } = command;
  return { ...rest, answer: anyFields };
}
