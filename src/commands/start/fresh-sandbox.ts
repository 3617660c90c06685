import type { Context } from '../../cli/command.ts';
import { Failure } from '../../contract/errors.ts';

/** The tour begins with an empty sandbox. What somebody rehearsed there before is kept in a file, never just removed. */
export async function freshSandbox(
  { ask, note, run, globals }: Context,
  options: readonly string[],
): Promise<void> {
  const { value } = await run(['sandbox', 'info', ...options], { silent: true });
  const { leads, campaigns } = value as { leads: number; campaigns: number };
  if (leads + campaigns === 0) return;
  const found = `The sandbox holds ${counted(campaigns, 'campaign')} and ${counted(leads, 'lead')}.`;
  if (
    ask.possible &&
    !(await ask.confirm(`${found} Begin with a fresh one? The old one is kept in a file.`, true))
  ) {
    throw new Failure('not-confirmed', 'The sandbox was left as it is.', { code: 'declined' });
  }
  note(`${found} It is kept in a file, and a fresh one begins.`);
  await run(['sandbox', 'reset', '--keep', '--yes', ...options], { silent: globals.json || globals.ndjson });
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
