import type { Context } from '../../cli/declare/command.ts';

/** Delivers to webhooks what is due, and waits for receivers as long as the service does. To be called with the sandbox open. */
export async function deliverPatiently({ world, progress, note }: Context): Promise<void> {
  await world.deliver?.({ progress, note: (line) => note(line) }, { patient: true });
}
