import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { InputStream } from '../declare/world.ts';

/** The terminal of this process, opened anew; undefined where it has none. The caller destroys it. */
export function openKeyboard(): InputStream | undefined {
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}
