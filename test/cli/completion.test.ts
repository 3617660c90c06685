import { describe, expect, it } from 'vitest';
import { completionScript, shells } from '../../src/cli/completion/script.ts';
import { offersOf } from '../../src/cli/completion/words.ts';
import { loadTree } from '../../src/cli/describe/tree.ts';
import { tree as entries } from '../../src/commands/index.ts';
import { needTools } from '../tool-here.ts';
import { sampleTree } from './sample-tree.ts';
import { bashOffers, fishOffers, zshOffers } from './shells.ts';

const sample = await loadTree(sampleTree);
const real = await loadTree(entries);

/** Lines as typed, with the words that must and must not be offered at their end. */
const cases: readonly { line: string; offered: readonly string[]; not?: readonly string[] }[] = [
  { line: 'outreach ', offered: ['things', 'look'], not: ['list', '--json'] },
  { line: 'outreach th', offered: ['things'], not: ['look'] },
  { line: 'outreach things ', offered: ['list', 'add', 'parts'], not: ['things'] },
  { line: 'outreach --profile things things pa', offered: ['parts'] },
  { line: 'outreach things parts ', offered: ['buy'] },
  { line: 'outreach --json ', offered: ['things', 'look'], not: ['list'] },
  { line: 'outreach --json things ', offered: ['list', 'add', 'parts'], not: ['look'] },
  { line: 'outreach -q things li', offered: ['list'], not: ['look'] },
  { line: 'outreach --no-color things --json pa', offered: ['parts'], not: ['look'] },
  { line: 'outreach things --json parts ', offered: ['buy'], not: ['look'] },
  { line: 'outreach --profile=x --debug things ', offered: ['list'], not: ['look'] },
  { line: 'outreach things list --json --kind ', offered: ['round', 'square'] },
  { line: 'outreach --ver', offered: ['--version'] },
  {
    line: 'outreach things list --',
    offered: ['--kind', '--sizes', '--limit', '--json', '--help'],
    not: ['--url', '--yes'],
  },
  {
    line: 'outreach things add --',
    offered: ['--wrapped', '--no-wrapped', '--dry-run', '--no-wait', '--wait-timeout'],
    not: ['--kind'],
  },
  { line: 'outreach things list --kind ', offered: ['round', 'square'], not: ['small'] },
  { line: 'outreach things list --kind=s', offered: ['square'], not: ['round'] },
  { line: 'outreach things list --sizes small,me', offered: ['small,medium'], not: ['small,large'] },
  { line: 'outreach things add ', offered: ['apple.csv'] },
  { line: 'outreach things add --from ap', offered: ['apple.csv'] },
  { line: 'outreach things add --url round ap', offered: ['apple.csv'] },
  { line: 'outreach things add apple.csv ', offered: ['round'], not: ['apple.csv'] },
  { line: 'outreach things add apple.csv round ', offered: [], not: ['round', 'apple.csv'] },
  { line: 'outreach things list --profile ', offered: [], not: ['round', 'apple.csv', '--json'] },
  { line: 'outreach things parts buy 2000 ', offered: ['apples'], not: ['apple.csv'] },
  { line: 'outreach look ', offered: ['north', 'things'] },
  { line: 'outreach look things ', offered: ['list', 'parts'], not: ['north'] },
  { line: 'outreach look things parts ', offered: ['buy'] },
  { line: 'outreach things list -- --k', offered: [], not: ['--kind'] },
];
const lines = cases.map(({ line }) => line);

describe('completion', () => {
  it('offers words in bash', async (context) => {
    needTools(context, 'bash');
    const offers = await bashOffers(completionScript('bash', sample), lines);
    for (const [at, { line, offered, not = [] }] of cases.entries()) {
      const found = offers[at] ?? [];
      // A list goes on behind the comma; what precedes the equals sign is not said again.
      expect(found, line).toEqual(expect.arrayContaining([...offered]));
      for (const word of not) expect(found, line).not.toContain(word);
      if (offered.length === 0) expect(found, line).toEqual([]);
    }
  });

  it('offers words in fish', async (context) => {
    needTools(context, 'fish');
    const offers = await fishOffers(completionScript('fish', sample), lines);
    for (const [at, { line, offered, not = [] }] of cases.entries()) {
      const found = (offers[at] ?? []).map((word) => word.replace(/^--kind=/, ''));
      expect(found, line).toEqual(expect.arrayContaining([...offered]));
      for (const word of not) expect(found, line).not.toContain(word);
    }
  });

  it('tests no command substitution for being empty in fish, which is always true', () => {
    expect(completionScript('fish', sample)).not.toMatch(/test -[nz] \(/);
  });

  it('offers words in zsh', { tags: 'slow' }, async (context) => {
    needTools(context, 'zsh');
    const shown = await zshOffers(completionScript('zsh', sample), lines);
    for (const [at, { line, offered, not = [] }] of cases.entries()) {
      const found = shown[at] ?? [];
      // zsh lists what follows the last comma.
      const listed = (word: string) => word.split(',').at(-1);
      expect(found, line).toEqual(expect.arrayContaining(offered.map(listed)));
      for (const word of not) expect(found, line).not.toContain(listed(word));
    }
  });

  it('uses nothing in bash that the bash 3.2 of a Mac does not have', () => {
    expect(completionScript('bash', real)).not.toMatch(
      /declare -[An]|local -[An]|\bmapfile\b|\breadarray\b|\[\[ -v |\|&|&>>|;;&|\$\{\w+(?:,,|\^\^|@)|\[-1\]|read[^|\n]* -t 0?\./,
    );
  });

  it('keeps odd words whole', async (context) => {
    needTools(context, 'bash');
    const [offers] = await bashOffers(completionScript('bash', sample), ['outreach things add a.json ']);
    expect(offers).toEqual(['round', String.raw`square:\ ish`, String.raw`it\'s\ odd`]);
  });

  for (const [shell, ask] of [
    ['bash', bashOffers],
    ['fish', fishOffers],
    ['zsh', zshOffers],
  ] as const)
    it(`of the whole program loads in ${shell}`, { tags: 'slow' }, async (context) => {
      needTools(context, shell);
      const [offers] = await ask(completionScript(shell, real), ['outreach ']);
      for (const { name } of entries) expect(String(offers)).toContain(name);
    });

  it('knows every command, option and choice of the program', { tags: 'slow' }, () => {
    const { spots } = offersOf(real);
    for (const shell of shells) {
      const script = completionScript(shell, real);
      for (const { path, commands, options } of spots) {
        if (path !== '') expect(script).toContain(path.split(' ').at(-1));
        for (const word of [...commands.map(({ text }) => text), ...options.flatMap(({ names }) => names)])
          expect(script, `${shell}: ${path}`).toContain(word);
      }
    }
  });

  it('writes tables for PowerShell in which no key stands twice', () => {
    const script = completionScript('powershell', real);
    for (const [, table = ''] of script.matchAll(/= @\{\n([\s\S]*?)\n {4}\}/g)) {
      const keys = [...table.matchAll(/^ {8}('(?:[^']|'')*') = @\(/gm)].map(([, key = '']) =>
        key.toLowerCase(),
      );
      expect(keys).toHaveLength(table.split('\n').length);
      expect(new Set(keys).size).toBe(keys.length);
    }
    expect(script.split("'").length % 2).toBe(1);
  });
});
