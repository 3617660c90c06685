import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { transportOf } from './connection.ts';

type Target = Pick<Settings, 'target' | 'inProcess' | 'baseUrl'>;

/** The sandbox of this machine, for commands that look behind it. */
export const embedded: Target = { target: 'sandbox', inProcess: true, baseUrl: '' };

/**
 * What time it is at the target: a sandbox has a clock of its own and tells it with every answer, to a second. Where it
 * does not answer, the wall clock; the command will say what is wrong.
 */
export async function targetNow(world: World, target: Target | undefined): Promise<number> {
  if (target?.target !== 'sandbox') return world.clock.now();
  const request = { method: 'GET', path: '/', query: [], headers: {} } as const;
  const answer = await transportOf(world, target)(request, world.signal).catch(() => undefined);
  const now = Date.parse(answer?.headers.date ?? '');
  return Number.isNaN(now) ? world.clock.now() : now;
}
