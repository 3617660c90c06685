import { resolve } from 'node:path';
import { fileFailure } from './read-file.ts';
import type { World } from './world.ts';

/** A file under way, beside the place it goes to. */
export interface PartFile {
  readonly name: string;
  /** Of the file it becomes. */
  readonly path: string;
  readonly size: number;
  cut(bytes: number): Promise<void>;
  /** At its end. */
  write(text: string): Promise<void>;
  /** Puts it in its place. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Opens `<path>.part`, with what an earlier run left in it. Throws `usage` with the path and the reason. */
export async function openPart(world: World, path: string): Promise<PartFile> {
  const fs = await import('node:fs/promises');
  const target = resolve(world.cwd, path);
  const name = `${path}.part`;
  const failed = (error: unknown) => {
    throw fileFailure('write', name, error);
  };
  if ((await fs.stat(target).catch(() => undefined))?.isDirectory()) failed({ code: 'EISDIR' });
  const file = await fs.open(`${target}.part`, 'a+', 0o666).catch(failed);
  let { size } = await file.stat();
  let open = true;
  const close = async () => {
    if (open) await file.close();
    open = false;
  };
  return {
    name,
    path: target,
    get size() {
      return size;
    },
    async cut(bytes) {
      await file.truncate(bytes).catch(failed);
      size = bytes;
    },
    async write(text) {
      const bytes = Buffer.from(text);
      await file.appendFile(bytes).catch(failed);
      size += bytes.length;
    },
    async finish() {
      await file.datasync().catch(failed);
      await close();
      await fs.rename(`${target}.part`, target).catch(failed);
    },
    close,
  };
}
