import type { Fact } from '../declare/quote.ts';

/** The facts as lines; a text of someone else has a bar in front of each. */
export const factLines = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) =>
    typeof fact === 'string'
      ? fact
      : fact.theirs.split('\n').map((line) => `${' '.repeat(fact.indent ?? 0)}│ ${line}`),
  );

/** What such a line was. */
export function factIn(line: string): Fact {
  const [, indent = '', theirs] = /^( *)│ (.*)$/s.exec(line) ?? [];
  return theirs === undefined ? line : { theirs, indent: indent.length };
}
