import type { InputStream } from '../declare/world.ts';

/**
 * The terminal of this process, opened anew; undefined where it has none. The caller destroys it. What it takes of Node is
 * loaded then: few commands ask, and a question cannot wait to know whether it may.
 */
export function openKeyboard(load: NodeJS.Process['getBuiltinModule']): InputStream | undefined {
  try {
    return new (load('node:tty').ReadStream)(load('node:fs').openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}
