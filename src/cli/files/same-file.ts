import type { World } from '../declare/world.ts';
import { pathOf } from './room.ts';

/** Whether two names, perhaps by a link, are one plain file that is there. */
export async function isSameFile(
  world: Pick<World, 'cwd' | 'room'>,
  one: string,
  other: string,
): Promise<boolean> {
  const { stat } = await import('node:fs/promises');
  const [a, b] = await Promise.all(
    [one, other].map((path) => stat(pathOf(world, path), { bigint: true }).catch(() => undefined)),
  );
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev && a.isFile();
}
