import process from 'node:process';
import type { InputStream } from '../declare/world.ts';

/** The terminal of this process, opened anew; undefined where it has none. The caller destroys it. */
export function openKeyboard(): InputStream | undefined {
  // Loaded where it is opened: few commands ask, and a question cannot wait to know whether it may.
  const { openSync } = process.getBuiltinModule('node:fs');
  const { ReadStream } = process.getBuiltinModule('node:tty');
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}
