import { Failure } from '../../base/errors.ts';
import type { Context } from '../declare/command.ts';
import { personHint } from '../messages/hints/hint-of.ts';

/** Throws `needs_a_person` unless someone sits at this terminal. What a model says is run by no person. */
export function requirePerson({ ask, world }: Pick<Context, 'ask' | 'world'>, message: string): void {
  if (ask.possible && world.agent === undefined && world.approving === undefined) return;
  throw new Failure('needs_a_person', message, { hint: personHint });
}
