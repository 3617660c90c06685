import type { Context } from '../../cli/command.ts';
import { Failure } from '../../contract/errors.ts';

/** The sandbox of this machine, seen from behind: without keys and calls. */
export async function openSandbox({ world }: Context) {
  const [database, { createSandbox }, { failedEvents, meanwhile, overview }] = await Promise.all([
    world.sandboxDatabase(),
    import('../../sandbox/sandbox.ts'),
    import('../../sandbox/overview.ts'),
  ]);
  const sandbox = await createSandbox({ database, clock: world.clock });
  return { sandbox, database, failedEvents, meanwhile, overview };
}

type Opened = Awaited<ReturnType<typeof openSandbox>>;

/** Moves the clock and tells what happened. A defect of the sandbox is said, although the world went on. */
export async function moveClock(
  { sandbox, failedEvents, meanwhile }: Opened,
  move: () => Promise<Record<string, number>>,
) {
  const from = sandbox.state.now();
  const before = failedEvents(sandbox.state).length;
  const events = await move();
  const [failed] = failedEvents(sandbox.state).slice(before);
  if (failed)
    throw new Failure('internal', `The sandbox could not work on an event of the kind ${failed.kind}`, {
      code: 'sandbox_defect',
      hint: `Its clock has moved, and the rest has happened. ${failed.message.split('\n')[0] ?? ''}`,
      outcome: 'done',
    });
  return { ...meanwhile(sandbox.state, from, sandbox.state.now()), events };
}
