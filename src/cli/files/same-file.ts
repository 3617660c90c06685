import { resolve } from 'node:path';
import type { World } from '../declare/world.ts';

/** Whether two names, perhaps by a link, are one plain file that is there. */
export async function isSameFile({ cwd }: Pick<World, 'cwd'>, one: string, other: string): Promise<boolean> {
  const { stat } = await import('node:fs/promises');
  const [a, b] = await Promise.all(
    [one, other].map((path) => stat(resolve(cwd, path), { bigint: true }).catch(() => undefined)),
  );
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev && a.isFile();
}
