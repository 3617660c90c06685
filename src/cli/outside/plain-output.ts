import { constants, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';
import type { OutputStream } from '../declare/world.ts';

/**
 * Standard output (1) or standard error (2) where it is not a terminal. Node's own streams take longer to load than most
 * commands run, so files, pipes and the null device are written to directly; what a full pipe does not take at once, and
 * everything for a socket, goes through `nodeStream`. Undefined for a terminal, and on systems other than Linux.
 */
export function plainOutput(
  descriptor: 1 | 2,
  platform: NodeJS.Platform,
  nodeStream: () => OutputStream,
): OutputStream | undefined {
  const found = platform === 'linux' ? statOf(descriptor) : undefined;
  if (found === undefined) return undefined;
  if (found.isCharacterDevice() && found.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev)
    return undefined;
  const target = openTarget(descriptor, found);
  let rest = target === undefined ? nodeStream : undefined;
  return {
    destroyed: false,
    // Every error goes to the callback of its write.
    on: () => undefined,
    write: (chunk, done) => {
      if (rest) return rest().write(chunk, done);
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      let at = 0;
      try {
        while (target !== undefined && at < bytes.length) at += writeSync(target, bytes, at);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
          rest = nodeStream;
          return rest().write(bytes.subarray(at), done);
        }
        done?.(error as Error);
        return false;
      }
      done?.();
      return true;
    },
  };
}

function statOf(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

/** A descriptor that can be written to without waiting for a reader. */
function openTarget(descriptor: number, found: Stats): number | undefined {
  if (!found.isFIFO()) return found.isSocket() ? undefined : descriptor;
  try {
    // Opened anew, because the inherited one shares its flags with other processes.
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
