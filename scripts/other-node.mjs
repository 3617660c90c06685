// Brings a Node of another major line from its prebuilt package and prints its path; prints nothing where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of its binary; undefined where no prebuilt package exists for this platform or it cannot be had. */
export function otherNode(major) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = path.join(tmpdir(), `outreach-node-${major}-${process.getuid?.() ?? 0}`);
  const binary = path.join(folder, 'node_modules', name, 'bin', 'node');
  if (!existsSync(binary)) {
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    spawnSync('npm', ['install', ...quiet, '--prefix', folder, `${name}@${major}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return existsSync(binary) ? binary : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const binary = otherNode(Number(process.argv[2]));
  if (binary !== undefined) console.log(binary);
}
