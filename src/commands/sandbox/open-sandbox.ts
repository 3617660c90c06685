import type { Context } from '../../cli/declare/command.ts';

/** The sandbox of this machine, seen from behind: without keys and calls. */
export async function openSandbox({ files }: Context) {
  const [database, { createSandbox }, { failedEvents, meanwhile, overview }] = await Promise.all([
    files.world.sandboxDatabase(),
    import('../../sandbox/sandbox.ts'),
    import('../../sandbox/tools/overview.ts'),
  ]);
  const sandbox = await createSandbox({ database, clock: files.world.clock });
  return { sandbox, database, failedEvents, meanwhile, overview };
}

/** Delivers to webhooks what is due, and waits for receivers as long as the service does. To be called with the sandbox open. */
export async function deliverPatiently({ files, screen }: Context): Promise<void> {
  await files.world.deliver?.(
    { progress: screen.progress, note: (line) => screen.note(line) },
    { patient: true },
  );
}
