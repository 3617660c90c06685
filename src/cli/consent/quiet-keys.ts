import { Failure } from '../../base/errors.ts';
import type { World } from '../declare/world.ts';

/**
 * Does its work while keys are neither shown nor kept: the terminal would put what is typed ahead between the lines. Ctrl-C
 * ends the command, as it does without this.
 */
export async function withQuietKeys<T>(
  { stdin, stopAfter }: Pick<World, 'stdin' | 'stopAfter'>,
  work: () => Promise<T>,
): Promise<T> {
  const hear = (keys: Buffer | string): void => {
    if (keys.includes('\u0003')) stopAfter(0, new Failure('interrupted', 'interrupted', { outcome: 'none' }));
  };
  stdin.setRawMode?.(true);
  stdin.on('data', hear);
  try {
    return await work();
  } finally {
    stdin.off('data', hear).pause();
    stdin.setRawMode?.(false);
  }
}
