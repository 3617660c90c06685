import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { rolldown } from 'rolldown';

/** Bundles the probe, since Node 20 runs no TypeScript; `dispose` takes the bundle away. */
export async function buildProbe(): Promise<{ file: string; dispose(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-probe-'));
  const build = await rolldown({
    input: { probe: join(import.meta.dirname, 'probe.ts') },
    platform: 'node',
    external: [/^node:/],
  });
  await build.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  });
  await build.close();
  return { file: join(folder, 'probe.cjs'), dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Session {
  /** Everything that the terminal was sent so far. */
  readonly screen: string;
  /** Resolves when `pattern` has appeared. */
  sees(pattern: string): Promise<void>;
  type(keys: string): void;
  ended: Promise<{ screen: string; exitCode: number }>;
}

/** Runs the probe, or any other script, in a terminal of its own. */
export function inTerminal(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd: string = process.cwd(),
  cols = 80,
): Session {
  const terminal = spawn(process.execPath, [file, ...args], {
    name: 'xterm-256color',
    cols,
    rows: 24,
    cwd,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'xterm-256color', ...env },
  });
  let screen = '';
  let look = () => {};
  terminal.onData((data) => {
    screen += data;
    look();
  });
  const ended = new Promise<{ screen: string; exitCode: number }>((resolve) =>
    terminal.onExit(({ exitCode }) => setImmediate(() => resolve({ screen, exitCode }))),
  );
  return {
    get screen() {
      return screen;
    },
    sees: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (screen.includes(pattern)) resolve();
        };
        look();
        void ended.then(() =>
          reject(new Error(`never saw ${JSON.stringify(pattern)} in ${JSON.stringify(screen)}`)),
        );
      }),
    type: (keys) => terminal.write(keys),
    ended,
  };
}
