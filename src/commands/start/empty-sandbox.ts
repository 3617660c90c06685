import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';

/**
 * The tour begins with an empty sandbox. Saves the one that is there as a snapshot, and gives its name: null where there
 * was nothing to save.
 */
export async function emptySandbox(context: Context, options: readonly string[]): Promise<string | null> {
  const { ask, note, run } = context;
  const { value, failure } = await run(['sandbox', 'info', ...options], { silent: true });
  if (failure?.is('sandbox_version')) return replaceOutdated(context, options);
  if (failure) throw failure;
  const { campaigns, leads } = value as { campaigns: number; leads: number };
  if (campaigns + leads === 0) return null;
  const name = await freeName(context, options);
  const held = `${counted(campaigns, 'campaign')} and ${counted(leads, 'lead')}`;
  note(`The sandbox holds ${held}. The tour begins with an empty one.`);
  await mustAgree(ask, `Save it as snapshot "${name}" and start empty?`);
  await mustRun(run, ['sandbox', 'snapshot', 'save', name, ...options]);
  await mustRun(run, ['sandbox', 'reset', '--yes', ...options]);
  note('Saved. To bring it back:');
  note(`  ${loadLine(name)}`, 'command');
  return name;
}

export const loadLine = (name: string): string => `outreach sandbox snapshot load ${name}`;

/** What another version made cannot become a snapshot that this one loads. */
async function replaceOutdated(
  { ask, note, run, globals }: Context,
  options: readonly string[],
): Promise<null> {
  note('The sandbox was made by another version of outreach. The tour begins with an empty one.');
  await mustAgree(ask, 'Keep it as a file and start empty?');
  const silent = globals.json || globals.ndjson;
  const { failure } = await run(['sandbox', 'reset', '--keep', '--yes', ...options], {
    silent,
    forPeople: true,
  });
  if (failure) throw failure;
  return null;
}

/** Without a terminal the tour runs through: nothing is lost. */
async function mustAgree(ask: Context['ask'], question: string): Promise<void> {
  if (!ask.possible || (await ask.confirm(question, false, separately))) return;
  throw new Failure('declined', 'Nothing was changed.', { hint: separately });
}

const separately = 'To take the tour in a separate sandbox: OUTREACH_HOME=$(mktemp -d) outreach start';

async function mustRun(run: Context['run'], line: readonly string[]): Promise<unknown> {
  const { value, failure } = await run(line, { silent: true });
  if (failure) throw failure;
  return value;
}

/** `before-tour`, or with the first number from 2 on that no snapshot has. */
async function freeName({ run }: Context, options: readonly string[]): Promise<string> {
  const { items } = (await mustRun(run, ['sandbox', 'snapshot', 'list', ...options])) as {
    items: readonly { name: string }[];
  };
  const taken = new Set(items.map(({ name }) => name.toLowerCase()));
  const first = 'before-tour';
  for (let number = 1; ; number++) {
    const name = number === 1 ? first : `${first}-${number}`;
    if (!taken.has(name)) return name;
  }
}
