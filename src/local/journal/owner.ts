import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Owner } from '../../client/guard/journal.ts';

/** What is known of the processes of this machine. */
export interface Processes {
  readonly pid: number;
  readonly platform: string;
  /** Is there a process of this number? */
  running(pid: number): boolean;
}

/**
 * This process, in words that no later one has: a pid is given out again, and after a restart so is the time since the
 * start. Where the system tells no time, the pid has to do, and an owner may be taken for alive that is not.
 */
export const ownerOf = ({ pid, platform }: Processes): Owner => ({
  pid,
  started: [hostname(), placeOf(platform), startOf(pid, platform) ?? ''].join(' '),
});

/** Does the owner still run? Of another machine, or another container, nobody can tell from here: then it does. */
export function ownerLives(owner: Owner, { platform, running }: Processes): boolean {
  const [host, place, ...start] = owner.started.split(' ');
  if (host !== hostname()) return true;
  if (place !== placeOf(platform)) return sameBoot(place, placeOf(platform));
  if (!running(owner.pid)) return false;
  const now = startOf(owner.pid, platform);
  return now === undefined || start.join(' ') === '' || now === start.join(' ');
}

/** Can it be told from here whether the owner runs? Not of another machine or container. */
export const ownerIsNear = ({ started }: Owner, { platform }: Processes): boolean =>
  started.startsWith(`${hostname()} ${placeOf(platform)} `);

/** The boot and the space of process numbers. */
function placeOf(platform: string): string {
  if (platform !== 'linux') return '-';
  return `${textOf('/proc/sys/kernel/random/boot_id')}/${linkOf('/proc/self/ns/pid')}`;
}

/** A process of another container of the same boot may still run; one of an earlier boot cannot. */
const sameBoot = (there = '', here = ''): boolean => there.split('/')[0] === here.split('/')[0];

function startOf(pid: number, platform: string): string | undefined {
  if (platform === 'linux') {
    // The name of the program stands in brackets and may hold anything; the 22nd field is the start in clock ticks.
    const stat = textOf(`/proc/${pid}/stat`);
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  }
  if (platform === 'win32') return undefined;
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim() || undefined;
  } catch {
    // No such process, or no ps: the pid has to do.
    return undefined;
  }
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
