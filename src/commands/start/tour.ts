import type { FailureKind } from '../../base/failure-codes.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { commandLine } from '../../cli/advice/shell-words.ts';
import { loadLine } from './tour-place.ts';

/** What the tour has learnt so far: later lines name what earlier ones made. */
export interface Findings {
  campaignId: number;
  senderIds: readonly number[];
  /** The campaign was resumed, so emails leave and people reply. */
  running: boolean;
  replyId: number | undefined;
  /** Where the example files lie, as a person would type it. */
  examples: string;
  /** Says where rejected rows go, where they cannot go into the present folder. */
  rejects: readonly string[];
}

export interface Step {
  /** Why this comes now. */
  readonly say: (findings: Findings) => string;
  /** Undefined where an earlier step was skipped that this one needs. */
  readonly line: (findings: Findings) => readonly string[] | undefined;
  /** Takes from what the command returned what later lines need. */
  readonly learn?: (value: unknown, findings: Findings) => void;
  /** Spends or sends, so the line asks. */
  readonly effect?: true;
  /** So it ends, before it asks, to show why; the tour goes on. */
  readonly ends?: FailureKind;
}

const audience = ['--job-title', 'Head of Sales', '--country', 'Germany', '--size', '11-50'] as const;

/** One campaign, from a file of prospects to a report. */
export const tour: readonly Step[] = [
  {
    say: () =>
      'A campaign holds leads, a sequence of emails, mailboxes and a schedule. It starts as a draft and sends nothing.',
    line: () => ['campaigns', 'create', 'First steps', '--daily-limit', '200'],
    learn: (value, findings) => {
      findings.campaignId = idOf(value);
    },
  },
  {
    say: () =>
      'Your prospects come from a file, with all the flaws that files have. Every row that cannot be used is named.',
    line: ({ campaignId, examples, rejects }) => [
      'leads',
      'import',
      `${examples}/crm-export.csv`,
      '--campaign',
      String(campaignId),
      ...rejects,
    ],
  },
  {
    say: () => 'Three emails, written in a text file; {firstName} and {company} are filled in for each lead.',
    line: (findings) => setSequence(findings, 'sequence-draft.md'),
  },
  {
    say: () =>
      'These mailboxes can send. Health is the share of warm-up mail that reached the inbox; 90 is the minimum.',
    line: () => ['senders', 'list'],
    learn: (value, findings) => {
      findings.senderIds = healthy(value);
    },
  },
  {
    say: () => 'The healthy ones send for this campaign.',
    line: ({ campaignId, senderIds }) => [
      'campaigns',
      'senders',
      'attach',
      String(campaignId),
      ...senderIds.map(String),
    ],
  },
  {
    say: () => 'Emails go out on weekdays, nine to five.',
    line: ({ campaignId }) => [
      'campaigns',
      'schedule',
      String(campaignId),
      '--days',
      'mon-fri',
      '--from',
      '09:00',
      '--to',
      '17:00',
    ],
  },
  {
    say: () => 'The contact database finds more people. Searching is free and shows them masked.',
    line: () => ['finder', 'search', ...audience, '--limit', '5'],
  },
  {
    say: () =>
      'Importing them costs credits, so it asks first and has a ceiling. It waits until the import is finished.',
    line: ({ campaignId }) => [
      'finder',
      'import',
      '--campaign',
      String(campaignId),
      '--count',
      '25',
      ...audience,
      '--max-credits',
      '100',
    ],
    effect: true,
  },
  {
    say: () =>
      'Now the start. Before anything is sent, every lead and every email is checked, and this campaign is refused: one email greets people with a misspelt merge tag. The message names the tag that was meant, and the command that fixes it.',
    line: resume,
    effect: true,
    ends: 'ended-badly',
  },
  {
    say: () => 'Nothing was sent, so the corrected file can take its place.',
    line: (findings) => setSequence(findings, 'sequence.md'),
  },
  {
    say: () => 'The check by itself: now nothing blocks the start. Warnings do not stop it.',
    line: check,
  },
  {
    say: () =>
      'The same line again. The check of a moment ago counts, so the campaign starts and sends email to people. On a live profile this cannot be undone.',
    line: resume,
    learn: (_, findings) => {
      findings.running = true;
    },
    effect: true,
  },
  {
    say: () => 'On the sandbox, two weeks take a moment.',
    line: () => ['sandbox', 'clock', 'advance', '14d'],
  },
  {
    say: ({ running }) =>
      running
        ? 'People have replied.'
        : 'Replies appear here. There are none, because the campaign did not start.',
    line: () => ['replies', 'list', '--limit', '5'],
    learn: (value, findings) => {
      findings.replyId = bestReply(value);
    },
  },
  {
    say: ({ replyId }) =>
      replyId === undefined
        ? 'This step shows one reply. There is none, so it is skipped.'
        : 'Text that others wrote has a bar in front, so that it cannot look like ours.',
    line: ({ replyId }) => (replyId === undefined ? undefined : ['replies', 'show', String(replyId)]),
  },
  {
    say: () => 'And the report: results compared with cost.',
    line: ({ campaignId }) => ['report', 'outcomes', '--campaign', String(campaignId)],
  },
];

function setSequence({ campaignId, examples }: Findings, file: string): readonly string[] {
  return ['campaigns', 'sequence', 'set', String(campaignId), `${examples}/${file}`];
}

function resume({ campaignId }: Findings): readonly string[] {
  return ['campaigns', 'resume', String(campaignId)];
}

function check({ campaignId }: Findings): readonly string[] {
  return ['campaigns', 'check', String(campaignId)];
}

function idOf(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number')
    return value.id;
  throw new Error('the campaign came back without an id');
}

/** The newest that a person wants to read first. */
function bestReply(value: unknown): number | undefined {
  const { items } = value as { items: readonly { id: number; responseCategory?: string | null }[] };
  const best = items.find(({ responseCategory }) => responseCategory === 'interested') ?? items[0];
  return best?.id;
}

interface Sender {
  id: number;
  isConnected?: boolean | null;
  healthScore?: number | null;
}

function healthy(value: unknown): number[] {
  const { items } = value as { items: readonly Sender[] };
  return items
    .filter(({ isConnected, healthScore }) => isConnected === true && (healthScore ?? 0) >= 90)
    .map(({ id }) => id);
}

/** What is left when the tour has ended. */
export interface Remains {
  /** The lines of the steps that a person skipped. */
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
  { campaignId, running }: Findings,
  { skipped, snapshot, temporary, options }: Remains,
): { say: string; lines: readonly string[] }[] {
  const look = [
    {
      say: 'The campaign in figures:',
      lines: [commandLine(['campaigns', 'stats', String(campaignId), ...options])],
    },
    ...(running
      ? [
          {
            say: 'Replies drafted by AI, waiting for you:',
            lines: [commandLine(['drafts', 'list', ...options])],
          },
        ]
      : []),
  ];
  return [
    ...(skipped.length > 0 ? [{ say: 'The steps that you skipped:', lines: skipped }] : []),
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
