// Other command lines of the trade, to be timed beside ours where they can be had.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** One case for each command line; without `args` where the program is not here. */
export function peers() {
  const lines = [['--version'], ['--help']];
  const named = (program, line, how) => ({ name: [program, ...line].join(' '), ...how });
  const gh = inPath('gh');
  const resend = installed('resend-cli', 'resend');
  return [
    ...lines.map((line) => named('gh', line, gh && { file: gh, args: line })),
    ...lines.map((line) => named('resend', line, resend && { args: [resend, ...line] })),
  ];
}

const inPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** The script of a program from the registry, kept for the next time. */
function installed(name, program) {
  const folder = path.join(tmpdir(), `outreach-bench-${name}-${process.getuid?.() ?? 0}`);
  const script = path.join(folder, 'node_modules', '.bin', program);
  if (!existsSync(script)) {
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    spawnSync('npm', ['install', ...quiet, '--prefix', folder, name], { stdio: 'ignore', timeout: 120_000 });
  }
  return existsSync(script) ? script : undefined;
}
