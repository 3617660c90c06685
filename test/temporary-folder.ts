import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const memory = '/dev/shm';
const enoughBytes = 2 ** 30;

/**
 * One temporary folder for the whole run, removed at its end. It is in memory where the system has a place for that:
 * thousands of worlds would wait for the disk otherwise.
 */
export default function makeTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(isUsable() ? memory : tmpdir(), 'outreach-'));
  // Some tests step down from the superuser, and still read what they made.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Tests run scripts from there, and some write files of many megabytes. */
function isUsable(): boolean {
  if (!existsSync(memory) || !existsSync('/proc/mounts')) return false;
  const { bavail, bsize } = statfsSync(memory);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  return mount !== undefined && !mount.includes('noexec') && bavail * bsize > enoughBytes;
}
