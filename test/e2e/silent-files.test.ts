// @module-tag slow
import { execFileSync } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { start, temporaryFolder } from './binary.ts';

/** One line for each way in which files are read; what names a file is swept in test/commands/files. */
const lines = [
  ['api', 'leads.upsert', '--input', 'pipe'],
  ['blocklist', 'import', 'pipe'],
  ['leads', 'import', 'pipe'],
];

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a command at once', (signal, exit) => {
  it.each(lines)('that waits for a pipe: %s %s', async (...line) => {
    const home = await temporaryFolder();
    execFileSync('mkfifo', [join(home, 'pipe')]);
    const child = start(home, [...line, '--debug'], { timeout: 60_000 });
    // Opening it to write waits for the command to open it to read; from then on nothing comes.
    const writer = await open(join(home, 'pipe'), 'w');
    child.kill(signal);
    expect((await child).exitCode).toBe(exit);
    await writer.close();
  });

  it('that waits for a pipe into which nobody writes', async () => {
    const home = await temporaryFolder();
    execFileSync('mkfifo', [join(home, 'pipe')]);
    await writeFile(join(home, 'late.cjs'), late(signal));
    const child = start(home, ['sandbox', 'seed', 'pipe', '--check'], {
      nodeOptions: ['-r', join(home, 'late.cjs')],
      timeout: 60_000,
    });
    expect((await child).exitCode).toBe(exit);
  });
});

/** Sends the signal from within, once the program has asked the system to open the pipe. */
const late = (signal: string) => `
  const fs = require('node:fs');
  const { open } = fs;
  fs.open = (path, ...rest) => {
    if (String(path).endsWith('pipe')) setTimeout(() => process.kill(process.pid, '${signal}'), 50);
    return open(path, ...rest);
  };`;
