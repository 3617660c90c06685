import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';

/** A folder with the script and, for completion of files, `apple.csv` and `apples/`; gone when `use` ends. */
export async function withScript<T>(script: string, use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-shell-'));
  try {
    writeFileSync(join(folder, '_outreach'), script);
    writeFileSync(join(folder, 'apple.csv'), '');
    mkdirSync(join(folder, 'apples'));
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What bash offers at the end of each line, asked as readline asks: words also cut at `=` and `:`. */
export function bashOffers(script: string, lines: readonly string[]): Promise<string[][]> {
  const ask = lines.map((line) => {
    const words = line
      .split(/ +/)
      .flatMap((word) => word.split(/([=:]+)/).filter((part, at) => part !== '' || at === 0));
    const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
    return [
      `COMP_WORDS=(${quoted.join(' ')}) COMP_CWORD=${words.length - 1}`,
      '_outreach',
      `for word in "\${COMPREPLY[@]}"; do echo "$word"; done`,
      'echo ---',
    ].join('\n');
  });
  return withScript(script, (folder) => {
    const text = `set -u\nsource ./_outreach\ncomplete -p outreach >/dev/null || exit 1\n${ask.join('\n')}`;
    return offersIn(runIn(folder, 'bash', ['--norc', '--noprofile'], text));
  });
}

/** What fish offers at the end of each line, without the meanings. */
export function fishOffers(script: string, lines: readonly string[]): Promise<string[][]> {
  return withScript(script, (folder) => {
    const ask = lines.map((line) => `complete -C '${line.replaceAll("'", "\\'")}'; echo ---`);
    const text = ['source ./_outreach', ...ask].join('\n');
    return offersIn(runIn(folder, 'fish', ['--no-config'], text)).map((offers) =>
      offers.map((line) => line.split('\t')[0] ?? ''),
    );
  });
}

/** From a file: thousands of lines are too long for an argument. */
function runIn(folder: string, shell: string, args: readonly string[], text: string) {
  writeFileSync(join(folder, '.ask'), text);
  const env = { ...process.env, HOME: folder };
  return spawnSync(shell, [...args, './.ask'], { cwd: folder, encoding: 'utf8', env, maxBuffer: 2 ** 28 });
}

function offersIn({ status, stdout, stderr }: ReturnType<typeof spawnSync>): string[][] {
  if (status !== 0 || String(stderr) !== '') throw new Error(`exit ${status}: ${stderr}`);
  const parts = String(stdout).split('---\n').slice(0, -1);
  return parts.map((part) => part.split('\n').flatMap((line) => line.replace(/\/(?=\t|$)/, '') || []));
}

/** What an interactive zsh lists at the end of each line when Ctrl-D is pressed, without the meanings. */
export function zshOffers(script: string, lines: readonly string[]): Promise<string[][]> {
  return withScript(script, async (folder) => {
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TERM: 'dumb',
      ZDOTDIR: folder,
      LANG: 'C.UTF-8',
    };
    const terminal = spawn('zsh', ['-f', '-i'], { cwd: folder, cols: 200, rows: 200, env });
    let shown = '';
    terminal.onData((data) => {
      shown += data;
    });
    const until = async (mark: string) => {
      for (let waited = 0; !shown.includes(mark); waited += 20) {
        if (waited > 15_000) throw new Error(`zsh never showed '${mark}':\n${shown}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    try {
      // What is typed before its prompt is there is edited by the terminal, and Ctrl-D is lost.
      const untilPrompt = async (after: string) => {
        await until(after);
        shown = shown.slice(shown.indexOf(after) + after.length);
        await until('ready> ');
      };
      terminal.write("PS1='rea''dy> ' LISTMAX=0; setopt no_beep no_list_types; fpath=($PWD $fpath)\r");
      await until('ready> ');
      terminal.write("autoload -U compinit && compinit -u -D && bindkey '^D' list-choices; echo load''ed\r");
      await untilPrompt('loaded\r\n');
      const lists: string[][] = [];
      for (const line of lines) {
        shown = '';
        terminal.write(`${line}\x04`);
        await until(line);
        // Ctrl-U empties the line; what it answers comes after the list.
        terminal.write("\x15echo do''ne\r");
        await until('done\r\n');
        lists.push(wordsOfList(shown.replace(line, '').split(/ready> |echo do''ne/)[0] ?? ''));
        await untilPrompt('done\r\n');
      }
      return lists;
    } finally {
      terminal.kill();
    }
  });
}

const wordsOfList = (list: string): string[] =>
  list
    .split(/\r?\n/)
    .flatMap((line) => (line.split(/ +-- /)[0] ?? '').split(/\s+/).filter((word) => word !== ''));
