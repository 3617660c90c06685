// Brings a Node of another major line from its prebuilt package and prints its path; prints nothing where there is none.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';

const { platform, arch } = process;
const named = { win32: `win-${arch}`, darwin: arch === 'arm64' ? 'bin-darwin-arm64' : `darwin-${arch}` };
const packageName = `node-${named[platform] ?? `${platform}-${arch}`}`;

/** The path of its binary; undefined where no prebuilt package exists for this platform or it cannot be had. */
export function otherNode(major) {
  const folder = path.join(tmpdir(), `outreach-node-${major}-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true });
  // Its name is known, so another user may have made it.
  if (process.getuid !== undefined && statSync(folder).uid !== process.getuid()) return undefined;
  const file = platform === 'win32' ? 'node.exe' : 'node';
  const binary = path.join(folder, 'node_modules', packageName, 'bin', file);
  if (!existsSync(binary)) {
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    execaSync('npm', ['install', ...quiet, '--prefix', folder, `${packageName}@${major}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      reject: false,
    });
  }
  return existsSync(binary) ? binary : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const binary = otherNode(Number(process.argv[2]));
  if (binary !== undefined) console.log(binary);
}
