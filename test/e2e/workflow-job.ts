import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { binary, cleanEnv } from './binary.ts';

/** A job of a workflow of GitHub, as far as its command lines go. */
export interface Job {
  readonly env?: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly steps: readonly {
    readonly name?: string;
    readonly if?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

/** In the place of a program of the runner: what it was called with, and the file that it was given. */
const recorder = `#!/bin/sh
echo "$(basename "$0") $*" >> "$RECORD"
for word in "$@"; do last="$word"; done
if [ -f "$last" ]; then cat "$last" >> "$RECORD"; fi
`;

interface JobOptions {
  /** The values of `${{ … }}`. */
  readonly filled?: Readonly<Record<string, string>>;
  /** Only this step may fail, and must. */
  readonly failing?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs every command line of a job as a runner of GitHub does, in `home`. Nothing is installed. Gives what gh and sleep were called with,
 * and the output.
 */
export async function runJob(job: Job, home: string, { filled = {}, failing, env = {} }: JobOptions = {}) {
  const tools = join(home, '.tools');
  await mkdir(tools, { recursive: true });
  const scripts = {
    npm: '#!/bin/sh\n',
    gh: recorder,
    sleep: recorder,
    outreach: `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(tools, name), script);
    await chmod(join(tools, name), 0o755);
  }
  const record = join(home, '.record');
  await writeFile(record, '');
  let hasFailed = false;
  let output = '';
  for (const step of job.steps) {
    const { name, if: when = '', run } = step;
    if (run === undefined || (hasFailed && !when.includes('always()'))) continue;
    const given = Object.entries({ ...job.env, ...step.env }).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ (.+?) \}\}/, (_, what: string) => filled[what] ?? `no ${what}`),
    ]);
    const clean = cleanEnv(home, { CI: 'true', RECORD: record, ...env, ...Object.fromEntries(given) });
    const { exitCode, all } = await execa('bash', ['-e', '-c', run], {
      cwd: home,
      env: { ...clean, PATH: `${tools}:${clean.PATH}`, GIT_CONFIG_GLOBAL: '/dev/null' },
      extendEnv: false,
      reject: false,
      all: true,
    });
    hasFailed ||= exitCode !== 0;
    output += all;
    const isMeant = name !== undefined && name === failing;
    expect([run, exitCode !== 0, all]).toEqual([run, isMeant, expect.any(String)]);
  }
  return { record: await readFile(record, 'utf8'), output };
}
