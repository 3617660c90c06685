import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import type { Context, Screen } from '../../cli/declare/command.ts';
import { type World, withParts } from '../../cli/declare/world.ts';

/** A sandbox without campaigns and leads. */
export interface TourPlace {
  /** Runs a line there. */
  readonly run: Screen['run'];
  readonly world: World;
  /** The name under which the sandbox was saved that was there before; null where none was saved. */
  readonly snapshot: string | null;
  /** Removed by `leave`. */
  readonly temporary: boolean;
  leave(): Promise<void>;
}

/** Replaces a sandbox that is in use only with consent; where none can be asked for, makes a temporary one. */
export async function tourPlace(
  context: Context,
  options: readonly string[],
  { yes, separate }: { readonly yes: boolean; readonly separate: boolean },
): Promise<TourPlace> {
  const { consent, files, screen } = context;
  if (separate) return temporaryPlace(context);
  if (!yes && !consent.ask.possible) {
    screen.note('There is no terminal to ask at, so the tour runs in a temporary sandbox.');
    return temporaryPlace(context);
  }
  const held = await mustRun(screen.run, ['sandbox', 'info', ...options]);
  const { campaigns, leads } = held as { campaigns: number; leads: number };
  const here = { run: screen.run, world: files.world, temporary: false, leave: async () => {} };
  if (campaigns + leads === 0) return { ...here, snapshot: null };
  const snapshot = await freeName(context, options);
  screen.note(
    `The sandbox holds ${counted(campaigns, 'campaign')} and ${counted(leads, 'lead')}. The tour needs an empty sandbox.`,
  );
  screen.note('Sandbox entries in the journal will be deleted. The snapshot does not include them.');
  const question = `Save it as snapshot "${snapshot}" and start empty?`;
  if (!yes && !(await consent.ask.confirm(question, false, separately)))
    throw new Failure('declined', 'Cancelled. Nothing was changed.', { hint: separately });
  await mustRun(screen.run, ['sandbox', 'snapshot', 'save', snapshot, ...options]);
  await mustRun(screen.run, ['sandbox', 'reset', '--yes', ...options]);
  screen.note('Saved. To bring it back:');
  screen.note(`  ${loadLine(snapshot)}`, 'command');
  return { ...here, snapshot };
}

export const loadLine = (name: string): string => pattern('sandbox snapshot load', { name });

async function temporaryPlace({ files, screen }: Context): Promise<TourPlace> {
  const { parts, remove } = await files.world.inTemporaryHome();
  return {
    run: (line, options) => screen.run(line, { ...options, in: parts }),
    world: withParts(files.world, parts),
    snapshot: null,
    temporary: true,
    leave: remove,
  };
}

const separately = `To take the tour in a separate sandbox: ${pattern('start', { separate: true })}`;

async function mustRun(run: Screen['run'], line: readonly string[]): Promise<unknown> {
  const { value, failure } = await run(line, { silent: true });
  if (failure) throw failure;
  return value;
}

/** `before-tour`, or with the first number from 2 on that no snapshot has. */
async function freeName({ screen }: Context, options: readonly string[]): Promise<string> {
  const { items } = (await mustRun(screen.run, ['sandbox', 'snapshot', 'list', ...options])) as {
    items: readonly { name: string }[];
  };
  const taken = new Set(items.map(({ name }) => name.toLowerCase()));
  const first = 'before-tour';
  for (let number = 1; ; number++) {
    const name = number === 1 ? first : `${first}-${number}`;
    if (!taken.has(name)) return name;
  }
}
