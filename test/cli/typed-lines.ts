import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { completionScript, shells } from '../../src/cli/completion/script.ts';
import { loadTree } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { newWorld } from '../world.ts';

export interface Typed {
  /** What is typed before Tab, then Return. */
  readonly line: string;
  /** Typed between Tab and Return. */
  readonly after?: string;
  /** What the program knows; in words as they are, or `word<TAB>meaning`. */
  readonly names?: readonly string[];
  /** In place of the program's own answer: a script of sh. */
  readonly answer?: string;
}

export interface Answered {
  /** The words that the program was then called with. */
  readonly words: readonly string[];
  /** What completion asked the program for. */
  readonly asked: readonly string[];
  /** What was on the screen from the line to its answer. */
  readonly screen: string;
}

/** How a shell is started, in a home folder where completion was set up. */
export interface ShellSetup {
  readonly program: 'bash' | 'zsh' | 'fish';
  readonly args: readonly string[];
  /** Puts what it needs into the home folder: by `completion install`, or by hand. */
  prepare(home: string, scripts: string): Promise<void> | void;
  /** Typed before everything else. */
  readonly begin?: string;
  /** Of the home folder. */
  readonly home?: string;
}

/** Shows how it was called, answers completion as a test says, and never does anything. */
const stub = `#!/bin/sh
if [ "$1" = __names ]; then
  shift
  { printf '<%s>' "$@"; echo; } >> "$STUB/asked"
  . "$STUB/answer"
elif [ "$1" = completion ] && [ -f "$STUB/$2" ]; then
  # The first answer is cut off where a test says so.
  rm "$STUB/cut" 2>/dev/null || cat "$STUB/$2"
else
  printf 'called:'
  [ $# -gt 0 ] && printf '<%s>' "$@"
  echo ':end'
fi
`;

let scripts: Promise<readonly (readonly [string, string])[]> | undefined;
const scriptsOfAll = () => {
  scripts ??= loadTree(tree).then((whole) => shells.map((shell) => [shell, completionScript(shell, whole)]));
  return scripts;
};

export async function install(home: string, shell: string): Promise<void> {
  const world = await newWorld({ env: { HOME: home, PATH: '' } });
  const { exit, err } = await world.outreach(`completion install ${shell}`);
  if (exit !== 0) throw new Error(err);
}

/** Else fish reads all manual pages of the machine at its first start. */
export const quietFish = (home: string): void =>
  void mkdirSync(join(home, '.local/share/fish/generated_completions'), { recursive: true });

/** Types each line at a terminal, then Tab and Return. The folder has `people one.csv`, `lists/` and `PWNED` must never be there. */
export async function typeAll(setup: ShellSetup, lines: readonly Typed[]): Promise<Answered[]> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-typed-'));
  const [home, bin, work, own] = [setup.home ?? 'home é', 'bin', 'work', 'stub'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  for (const path of [home, bin, work, own, join(work, 'lists')]) mkdirSync(path);
  writeFileSync(join(work, 'people one.csv'), '');
  writeFileSync(join(bin, 'outreach'), stub, { mode: 0o755 });
  for (const [shell, script] of await scriptsOfAll()) writeFileSync(join(own, shell), script);
  await setup.prepare(home, own);
  const env = {
    HOME: home,
    STUB: own,
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    PS1: '> ',
  };
  const terminal = spawn(setup.program, [...setup.args], { cwd: work, cols: 300, rows: 60, env });
  const ended = new Promise<unknown>((resolve) => terminal.onExit(resolve));
  let shown = '';
  terminal.onData((data) => {
    shown += data;
  });
  const sees = async (mark: RegExp, patienceMs: number) => {
    for (let waited = 0; !mark.test(shown) && waited < patienceMs; waited += 10)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return mark.exec(shown);
  };
  try {
    terminal.write(`${setup.begin ?? ''}\routreach 'rea'dy\r`);
    if (!(await sees(/called:<ready>:end/, 20_000)))
      throw new Error(`${setup.program} is not ready:\n${shown}`);
    const answers: Answered[] = [];
    for (const { line, after = '', names = [], answer } of lines) {
      shown = '';
      writeFileSync(join(own, 'asked'), '');
      writeFileSync(join(own, 'names'), names.map((name) => `${name}\n`).join(''));
      writeFileSync(join(own, 'answer'), answer ?? 'cat "$STUB/names"\n');
      terminal.write(`${line}\t${after}\r`);
      const called = await sees(/called:(.*):end\r?\n/, 6000);
      // A quote that is still open: the line goes on.
      if (!called) {
        terminal.write('\x03');
        await sees(/\^C/, 1000);
        terminal.write("\routreach 'rea'dy\r");
        await sees(/called:<ready>:end/, 1000);
      }
      answers.push({
        words: [...(called?.[1] ?? '<nothing ran>').matchAll(/<(.*?)>(?=<|$)/g)].map(([, word = '']) => word),
        asked: readFileSync(join(own, 'asked'), 'utf8').split('\n').filter(Boolean),
        screen: shown,
      });
      if (existsSync(join(work, 'PWNED')))
        throw new Error(`${setup.program} ran what a name says, at: ${line}`);
    }
    return answers;
  } finally {
    // By force: a shell that ends by itself writes its history while the folder goes.
    terminal.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const append = (home: string, file: string, text: string): void =>
  appendFileSync(join(home, file), text);
