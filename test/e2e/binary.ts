import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa, type Options } from 'execa';
import { onTestFinished } from 'vitest';

/** The launcher as it is installed; `npm test` builds what it loads. */
export const binary = resolve(import.meta.dirname, '../../bin/outreach.js');

/** A folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-e2e-'));
  // A process in the background may still write what it compiled.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}

/** Nothing of the machine's own environment but where programs are. */
export const cleanEnv = (home: string, env: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  OUTREACH_HOME: join(home, 'outreach'),
  ...env,
});

/** Starts the built program in a process of its own, its stdin ended unless `stdin` says otherwise; never rejects. */
export function start(home: string, args: readonly string[], options: Options = {}) {
  const { env, nodeOptions = [], ...rest } = options;
  return execa(process.execPath, [...nodeOptions, binary, ...args], {
    cwd: home,
    ...(!('stdin' in options) && { input: '' }),
    ...rest,
    env: cleanEnv(home, env as Record<string, string> | undefined),
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
  });
}

/** Runs it to its end. */
export async function outreach(home: string, args: readonly string[], options: Options = {}) {
  const { exitCode, stdout, stderr } = await start(home, args, options);
  return { exit: exitCode, out: String(stdout ?? ''), err: String(stderr ?? '') };
}
