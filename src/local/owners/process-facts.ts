import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Asks a program of the system; undefined where it has no answer. */
export type AskSystem = (program: string, args: readonly string[]) => string | undefined;

/** By its full path, in one time zone and language, so that every process gets the same words. */
export const askSystem: AskSystem = (program, args) => {
  try {
    const text = execFileSync(program, args, {
      encoding: 'utf8',
      env: { TZ: 'UTC', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
    });
    return text.trim() || undefined;
  } catch {
    // No such program, or nothing to tell: the caller goes on without.
    return undefined;
  }
};

/** The placeholder for a boot, or a space of process numbers, that the system does not show. */
const unknownPlace = '-';

/** The boot and the space of process numbers, where the system tells both. */
export function placeOf(platform: string, ask: AskSystem): string {
  if (platform === 'darwin') return ask('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']) ?? unknownPlace;
  if (platform !== 'linux') return unknownPlace;
  return `${textOf('/proc/sys/kernel/random/boot_id')}/${linkOf('/proc/self/ns/pid')}`;
}

export function partsOf(place: string): { readonly boot: string; readonly space: string } {
  const [boot = '', ...space] = place === unknownPlace ? [] : place.split('/');
  // A Mac has one space of process numbers.
  return { boot, space: place.includes('/') ? space.join('/') : boot };
}

/** When a process began, in words that stay the same as long as it runs; undefined where the system does not tell. */
export function startOf(pid: number, platform: string, ask: AskSystem): string | undefined {
  if (platform === 'win32') return undefined;
  if (platform !== 'linux') {
    const start = ask('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
    return start && `utc ${start}`;
  }
  // The name of the program is in brackets and may hold anything; the 22nd field is the start in clock ticks.
  const stat = textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
