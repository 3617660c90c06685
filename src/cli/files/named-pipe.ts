import { constants, open } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * What comes out of a named pipe. Opening one waits for a writer, and no signal ends that; so at the abort we
 * open it for writing. Nor is it read like a file: a read that waits there keeps the program from ending.
 */
export async function openNamedPipe(path: string, signal: AbortSignal): Promise<Readable> {
  signal.throwIfAborted();
  let opened = false;
  const wake = async () => {
    while (!opened) {
      // It works only once the other end waits already.
      const end = await openFile(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
      await end?.close();
      await pause(20);
    }
  };
  signal.addEventListener('abort', wake, { once: true });
  try {
    return new Socket({ fd: await promisify(open)(path, 'r'), readable: true, writable: false });
  } finally {
    opened = true;
    signal.removeEventListener('abort', wake);
  }
}
