import { describe, expect, it } from 'vitest';
import { completionScript } from '../../src/cli/completion/script.ts';
import { type Offers, offersOf, type Place } from '../../src/cli/completion/words.ts';
import { loadTree } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { whole } from '../sweep/slice.ts';
import { needTools } from '../tool-here.ts';
import { bashOffers, fishOffers, zshOffers } from './shells.ts';

const program = await loadTree(tree);
const { spots, everywhere } = offersOf(program);
type Spot = Offers['spots'][number];

/** A line, and some of what is offered at its end; nothing where that is empty. */
interface Case {
  readonly line: string;
  readonly offered: readonly string[];
}

const outreach = (...words: readonly string[]) => ['outreach', ...words.filter(Boolean)].join(' ');
const wordsOf = ({ words }: Place) => words.map(({ text }) => text);

/** What is offered where nothing was typed after the words of a path: its commands, or what its first argument is. */
const offeredAt = ({ commands, places }: Spot): readonly string[] => {
  const [first] = places;
  if (commands.length > 0) return commands.map(({ text }) => text);
  if (first === undefined) return [];
  if (first.kind === 'commands') return (spots[0]?.commands ?? []).map(({ text }) => text);
  return first.kind === 'file'
    ? ['apple.csv', 'apples']
    : first.kind === 'folder'
      ? ['apples']
      : wordsOf(first);
};

/** After each name of each option: its values, and behind them what is offered without it. */
const cases = spots.flatMap((spot): Case[] =>
  [...spot.options, ...everywhere].flatMap(({ names, value }) =>
    names.flatMap((name): Case[] => {
      const after = offeredAt(spot);
      const flag = outreach(spot.path, name);
      if (value === undefined) return [{ line: `${flag} `, offered: after }];
      const values =
        value.kind === 'file' ? ['apple.csv'] : value.kind === 'folder' ? ['apples'] : wordsOf(value);
      return [
        { line: `${flag} `, offered: values },
        { line: `${flag} x `, offered: after },
        ...(name.startsWith('--')
          ? [
              { line: `${flag}=x `, offered: after },
              { line: `${flag}=`, offered: values },
            ]
          : []),
      ];
    }),
  ),
);

/** After each option name once, at its first command, then after each path once. */
const first = cases.filter(({ line }, at) => {
  const option = line.slice(line.indexOf(' -'));
  return cases.findIndex((other) => other.line.endsWith(option)) === at;
});

describe('completion after every option of every command', () => {
  const ask = { bash: bashOffers, fish: fishOffers, zsh: zshOffers } as const;
  // fish and zsh are slow: one starts a program for each line, the other draws its lists at a terminal.
  for (const [shell, of] of [
    ['bash', 1],
    ['fish', 4],
    ['zsh', 9],
  ] as const)
    it(`offers the same in ${shell}`, { tags: 'slow', timeout: 240_000 }, async (context) => {
      needTools(context, shell);
      const lines = whole && shell !== 'zsh' ? cases : first.filter((_, at) => whole || at % of === 0);
      const found = await ask[shell](
        completionScript(shell, program),
        lines.map(({ line }) => line),
      );
      const wrong = lines.filter(({ line, offered }, at) => {
        const behind = /(--[\w-]+=)$/.exec(line)?.[1] ?? '';
        const words = (found[at] ?? []).map((word) => word.replace(behind, '').replace(/\\(.)/g, '$1'));
        const missing = offered.filter((word) => !words.includes(word));
        const leaked =
          offered.length === 0 && words.some((word) => !['no', 'more', 'to', 'offer'].includes(word));
        return missing.length > 0 || leaked;
      });
      expect(lines.length).toBeGreaterThan(50);
      expect(wrong, `of ${lines.length} lines`).toEqual([]);
    });
});
