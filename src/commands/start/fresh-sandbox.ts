import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';

/** The tour begins with an empty sandbox. An earlier rehearsal there is kept in a file, never just removed. */
export async function freshSandbox(
  { ask, note, run, globals }: Context,
  options: readonly string[],
): Promise<void> {
  const { value, failure } = await run(['sandbox', 'info', ...options], { silent: true });
  const outdated = failure?.is('sandbox_version');
  if (failure && !outdated) throw failure;
  const found = value as { leads: number; campaigns: number } | undefined;
  if (found && found.leads + found.campaigns === 0) return;
  const what = found
    ? `holds ${counted(found.campaigns, 'campaign')} and ${counted(found.leads, 'lead')}`
    : 'was made by another version of outreach';
  note(`The sandbox ${what}. The tour begins with an empty one; this one is kept in a file.`);
  if (ask.possible && !(await ask.confirm('Begin with an empty sandbox?', true, elsewhere)))
    throw new Failure('declined', 'Nothing was changed.', { hint: elsewhere });
  const reset = await run(['sandbox', 'reset', '--keep', '--yes', ...options], {
    silent: globals.json || globals.ndjson,
    forPeople: true,
  });
  if (reset.failure) throw reset.failure;
}

const elsewhere = 'To take the tour beside it: OUTREACH_HOME=$(mktemp -d) outreach start';
