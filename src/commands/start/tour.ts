import { dataTable } from '../../base/data-table.ts';
import type { FailureKind } from '../../base/failure-codes.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { commandLine, wordsIn } from '../../cli/advice/shell-words.ts';
import table from './tour.tsv';
import { loadLine } from './tour-place.ts';

/** What the tour has learnt so far: later lines name what earlier ones made. */
export interface Findings {
  campaign: number;
  senders: readonly number[];
  /** Where the example files lie, as a person would type it. */
  readonly examples: string;
  /** Where rejected rows go: the present folder stays as it is. */
  readonly rejects: string;
}

interface Step {
  /** Why this comes now. */
  readonly say: string;
  readonly lines: readonly Line[];
}

export interface Line {
  /** As it is typed, with findings in braces. */
  readonly line: string;
  /** Takes from what the command returned what later lines need. */
  readonly learn: ((value: unknown) => Partial<Findings>) | undefined;
  /** What it prints teaches nothing. */
  readonly quiet: boolean;
  /** It asks; after a no there is nothing more to show. */
  readonly effect: boolean;
  /** So it ends, before it asks, to show why; the tour goes on. */
  readonly ends: FailureKind | undefined;
}

const learns: Readonly<Record<string, Line['learn']>> = {
  campaign: (value) => ({ campaign: (value as { id: number }).id }),
  senders: (value) => ({
    senders: (value as { items: readonly Sender[] }).items
      .filter(({ isConnected, healthScore }) => isConnected === true && (healthScore ?? 0) >= 90)
      .map(({ id }) => id),
  }),
};

const lineFrom = ({ line, learns: what, how }: (typeof rows)[number]): Line => ({
  line,
  learn: learns[what],
  quiet: how === 'quiet',
  effect: line.startsWith('campaigns resume'),
  ends: how === 'refused' ? 'ended-badly' : undefined,
});

const rows = dataTable(table, ['step', 'line', 'learns', 'how']);

/** One campaign, from a file of prospects to a report. */
export const tour: readonly Step[] = [...new Set(rows.map(({ step }) => step))].map((say) => ({
  say,
  lines: rows.filter(({ step }) => step === say).map(lineFrom),
}));

interface Sender {
  readonly id: number;
  readonly isConnected?: boolean | null;
  readonly healthScore?: number | null;
}

/** The words of a line, which the shell would hand on. */
export const wordsOf = ({ line }: Line, findings: Findings): string[] =>
  wordsIn(line).flatMap((word) =>
    word === '{senders}'
      ? findings.senders.map(String)
      : word.replaceAll(/\{(\w+)\}/g, (_, name: keyof Findings) => String(findings[name])),
  );

/** What is left when the tour has ended. */
export interface Remains {
  /** The line that a person did not want. */
  readonly skipped: readonly string[];
  /** The name under which the sandbox was saved that was there before. */
  readonly snapshot: string | null;
  /** The sandbox of the tour is gone with it. */
  readonly temporary: boolean;
  /** What a line needs to go to the sandbox. */
  readonly options: readonly string[];
}

/** Where to go from here: what for, and the line. */
export function closing(
  { campaign }: Findings,
  { skipped: [skipped], snapshot, temporary, options }: Remains,
): [why: string, line: string][] {
  const here = (...words: string[]) => commandLine([...words, ...options]);
  const look: [string, string][] =
    skipped === undefined
      ? [
          ['Answer the replies, with a key for each:', here('replies', 'desk')],
          ['The campaign in figures:', here('campaigns', 'stats', String(campaign))],
        ]
      : [['To start it after all:', skipped]];
  const again = 'The tour in your own sandbox, which is saved as a snapshot first:';
  return [
    ...(temporary ? [[again, pattern('start', { yes: true })] as [string, string]] : look),
    ...(snapshot === null
      ? []
      : [['Your sandbox from before the tour:', loadLine(snapshot)] as [string, string]]),
    ['Connect your own account:', pattern('login')],
    ['All commands:', 'outreach --help'],
  ];
}
