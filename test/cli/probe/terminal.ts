import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { rolldown } from 'rolldown';
import { dataFiles } from '../../../scripts/data-files.mjs';

/** Bundles the probe, since Node 20 runs no TypeScript; `dispose` takes the bundle away. */
export async function buildProbe(): Promise<{ file: string; dispose(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-probe-'));
  const build = await rolldown({
    input: { probe: join(import.meta.dirname, 'probe.ts') },
    plugins: [dataFiles],
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
  /** Ends the program as `kill -9` does, or as the signal. */
  kill(signal?: string): void;
  /** Gives the window another size. */
  resize(columns: number, rows: number): void;
  /** Types ahead: at once, while the program starts and works, and in the moment in which `pattern` shows. */
  typeUntil(pattern: string, keys: string): Promise<void>;
  /**
   * Answers the question that shows `pattern`, as a person does: after it could be read. Keys that come sooner answer
   * nothing and change nothing on the screen; then they are typed again.
   */
  answer(pattern: string, keys: string): Promise<void>;
  ended: Promise<{ screen: string; exitCode: number }>;
}

/** Within this time the program takes what is typed at a question for typed before it. */
const deafMs = 250;
/** As long as a busy machine may take to show a key. */
const patienceMs = 2000;

type Place = [env?: Record<string, string>, cwd?: string, cols?: number, rows?: number];

/** Runs the probe, or any other script, in a terminal of its own. */
export const inTerminal = (file: string, args: readonly string[], ...place: Place): Session =>
  sessionOf(process.execPath, [file, ...args], ...place);

/** The same under a shell, which takes the terminal back at Ctrl-Z and gives it again with `fg`. */
export const underShell = (file: string, args: readonly string[], ...place: Place): Session =>
  sessionOf(
    'bash',
    ['-c', 'set -m; "$@"; echo BACK IN THE SHELL; fg', '-', process.execPath, file, ...args],
    ...place,
  );

/** The same with this on standard input, out of a pipe. */
export const fromPipe = (input: string, file: string, args: readonly string[]): Session =>
  sessionOf('bash', ['-c', 'printf %s "$0" | "$@"', input, process.execPath, file, ...args]);

function sessionOf(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  cwd: string = process.cwd(),
  cols = 80,
  rows = 24,
): Session {
  const terminal = spawn(program, args, {
    name: env.TERM ?? 'xterm-256color',
    cols,
    rows,
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
  const sees = (pattern: string): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => {
        if (screen.includes(pattern)) resolve();
      };
      look();
      void ended.then(() =>
        reject(new Error(`never saw ${JSON.stringify(pattern)} in ${JSON.stringify(screen)}`)),
      );
    });
  const changed = async (before: string): Promise<boolean> => {
    const seen = new Promise<void>((resolve) => {
      look = () => void (screen !== before && resolve());
      look();
    });
    await Promise.race([seen, ended, sleep(patienceMs, undefined, { ref: false })]);
    return screen !== before;
  };
  return {
    get screen() {
      return screen;
    },
    sees,
    type: (keys) => terminal.write(keys),
    kill: (signal = 'SIGKILL') => terminal.kill(signal),
    resize: (columns, rows) => terminal.resize(columns, rows),
    async typeUntil(pattern, keys) {
      const type = () => terminal.write(keys);
      type();
      const typing = setInterval(type, 20);
      await sees(pattern).finally(() => clearInterval(typing));
      type();
    },
    async answer(pattern, keys) {
      await sees(pattern);
      await sleep(deafMs);
      for (let tries = 0; tries < 5; tries++) {
        const before = screen;
        terminal.write(keys);
        if (await changed(before)) return;
      }
      throw new Error(`${JSON.stringify(keys)} changed nothing in ${JSON.stringify(screen)}`);
    },
    ended,
  };
}
