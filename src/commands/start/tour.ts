import type { FailureKind } from '../../base/failure-codes.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { commandLine } from '../../cli/advice/shell-words.ts';
import { loadLine } from './tour-place.ts';

/** What the tour has learnt so far: later lines name what earlier ones made. */
export interface Findings {
  campaignId: number;
  senderIds: readonly number[];
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
  readonly words: (findings: Findings) => readonly string[];
  /** Takes from what the command returned what later lines need. */
  readonly learn?: (value: unknown, findings: Findings) => void;
  /** What it prints teaches nothing. */
  readonly quiet?: true;
  /** It asks; after a no there is nothing more to show. */
  readonly effect?: true;
  /** So it ends, before it asks, to show why; the tour goes on. */
  readonly ends?: FailureKind;
}

const setSequence = (file: string): Line => ({
  words: ({ campaignId, examples }) => [
    'campaigns',
    'sequence',
    'set',
    String(campaignId),
    `${examples}/${file}`,
  ],
});

const resume: Line = {
  words: ({ campaignId }) => ['campaigns', 'resume', String(campaignId)],
  effect: true,
};

/** One campaign, from a file of prospects to a report. */
export const tour: readonly Step[] = [
  {
    say: 'A file of prospects goes into a new campaign. Rows that cannot be used are counted and kept in a file.',
    lines: [
      {
        words: () => ['campaigns', 'create', 'First steps', '--daily-limit', '200'],
        learn: (value, findings) => {
          findings.campaignId = (value as { id: number }).id;
        },
        quiet: true,
      },
      {
        words: ({ campaignId, examples, rejects }) => [
          'leads',
          'import',
          `${examples}/crm-export.csv`,
          '--campaign',
          String(campaignId),
          '--rejects',
          rejects,
        ],
      },
    ],
  },
  {
    say: 'The campaign needs emails, mailboxes and hours. {firstName} is filled in for each lead. Mailboxes with a health of 90 or more send.',
    lines: [
      setSequence('sequence-draft.md'),
      {
        words: () => ['senders', 'list'],
        learn: (value, findings) => {
          findings.senderIds = healthy(value);
        },
      },
      {
        words: ({ campaignId, senderIds }) => [
          'campaigns',
          'senders',
          'attach',
          String(campaignId),
          ...senderIds.map(String),
        ],
        quiet: true,
      },
      {
        words: ({ campaignId }) => ['campaigns', 'schedule', String(campaignId), '--days', 'mon-fri'],
        quiet: true,
      },
    ],
  },
  {
    say: 'The start is refused: the launch check finds a misspelt merge tag. The corrected emails take its place.',
    lines: [
      { ...resume, ends: 'ended-badly' },
      { ...setSequence('sequence.md'), quiet: true },
    ],
  },
  {
    say: 'The same line again. Nothing blocks it now, so it asks before anything is sent.',
    lines: [resume],
  },
  {
    say: 'On the sandbox, two weeks take a moment.',
    lines: [{ words: () => ['sandbox', 'clock', 'advance', '14d'] }],
  },
  {
    say: 'The first reply that the desk would show, with the draft of an answer. Then the report: results and cost.',
    lines: [
      { words: () => ['replies', 'next'] },
      { words: ({ campaignId }) => ['report', 'outcomes', '--campaign', String(campaignId)] },
    ],
  },
];

interface Sender {
  readonly id: number;
  readonly isConnected?: boolean | null;
  readonly healthScore?: number | null;
}

const healthy = (value: unknown): number[] =>
  (value as { items: readonly Sender[] }).items
    .filter(({ isConnected, healthScore }) => isConnected === true && (healthScore ?? 0) >= 90)
    .map(({ id }) => id);

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

/** Where to go from here. */
export function closing(
  { campaignId }: Findings,
  { skipped, snapshot, temporary, options }: Remains,
): { say: string; lines: readonly string[] }[] {
  const look =
    skipped.length > 0
      ? [{ say: 'To start it after all:', lines: skipped }]
      : [
          { say: 'Answer the replies, with a key for each:', lines: [['replies', 'desk']] },
          { say: 'The campaign in figures:', lines: [['campaigns', 'stats', String(campaignId)]] },
        ].map(({ say, lines }) => ({
          say,
          lines: lines.map((words) => commandLine([...words, ...options])),
        }));
  return [
    ...(temporary
      ? [
          {
            say: 'The tour in your own sandbox, which is saved as a snapshot first:',
            lines: [pattern('start', { yes: true })],
          },
        ]
      : look),
    ...(snapshot === null
      ? []
      : [{ say: 'Your sandbox from before the tour:', lines: [loadLine(snapshot)] }]),
    { say: 'Connect your own account:', lines: [pattern('login')] },
    { say: 'All commands:', lines: ['outreach --help'] },
  ];
}
