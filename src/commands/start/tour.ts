/** What the tour has learnt so far: later lines name what earlier ones made. */
export interface Findings {
  campaignId: number;
  senderIds: readonly number[];
  replyId: number;
  /** Where the example files lie, as a person would type it. */
  examples: string;
  /** Says where rejected rows go, where they cannot go into the present folder. */
  rejects: readonly string[];
}

export interface Step {
  /** Why this comes now. */
  readonly say: string;
  readonly line: (findings: Findings) => readonly string[];
  /** Takes from what the command returned what later lines need. */
  readonly learn?: (value: unknown, findings: Findings) => void;
  /** Spends or sends, so the line asks. */
  readonly effect?: true;
}

const audience = ['--job-title', 'Head of Sales', '--country', 'Germany', '--size', '11-50'] as const;

/** One campaign, from a file of prospects to a report. */
export const tour: readonly Step[] = [
  {
    say: 'A campaign holds leads, a sequence of emails, mailboxes and a schedule. It starts as a draft and sends nothing.',
    line: () => ['campaigns', 'create', 'First steps', '--daily-limit', '200'],
    learn: (value, findings) => {
      findings.campaignId = idOf(value);
    },
  },
  {
    say: 'Your prospects come from a file, with all the flaws that files have. Every row that cannot be used is named.',
    line: ({ campaignId, examples, rejects }) => [
      'leads',
      'import',
      `${examples}/prospects.csv`,
      '--campaign',
      String(campaignId),
      ...rejects,
    ],
  },
  {
    say: 'Three emails, written in a text file; {firstName} and {company} are filled in for each lead.',
    line: ({ campaignId, examples }) => [
      'campaigns',
      'sequence',
      'set',
      String(campaignId),
      `${examples}/sequence.md`,
    ],
  },
  {
    say: 'These mailboxes can send. Health is the share of warm-up mail that reached the inbox; 90 is the bar.',
    line: () => ['senders', 'list'],
    learn: (value, findings) => {
      findings.senderIds = healthy(value);
    },
  },
  {
    say: 'The healthy ones send for this campaign.',
    line: ({ campaignId, senderIds }) => [
      'campaigns',
      'senders',
      'attach',
      String(campaignId),
      ...senderIds.map(String),
    ],
  },
  {
    say: 'Nobody likes mail at night: weekdays, nine to five.',
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
    say: 'The contact database finds more people. Searching is free and shows them masked.',
    line: () => ['finder', 'search', ...audience, '--limit', '5'],
  },
  {
    say: 'Importing them costs credits, so it asks first and has a ceiling. It ends when the service says it is finished.',
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
    say: 'Resuming sends email to people; on a live profile it could not be taken back.',
    line: ({ campaignId }) => ['campaigns', 'resume', String(campaignId)],
    effect: true,
  },
  {
    say: 'On the sandbox, two weeks take a moment.',
    line: () => ['sandbox', 'clock', 'advance', '14d'],
  },
  {
    say: 'People answered.',
    line: () => ['replies', 'list', '--limit', '5'],
    learn: (value, findings) => {
      findings.replyId = bestReply(value);
    },
  },
  {
    say: 'What strangers wrote stands behind a bar, so that it cannot pass for ours.',
    line: ({ replyId }) => ['replies', 'show', String(replyId)],
  },
  {
    say: 'And this is what came of it, against what it cost.',
    line: ({ campaignId }) => ['report', 'outcomes', '--campaign', String(campaignId)],
  },
];

function idOf(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number')
    return value.id;
  throw new Error('the campaign came back without an id');
}

/** The newest that a person wants to read first. */
function bestReply(value: unknown): number {
  const { items } = value as { items: readonly { id: number; responseCategory?: string | null }[] };
  const best = items.find(({ responseCategory }) => responseCategory === 'interested') ?? items[0];
  if (best === undefined) throw new Error('nobody has answered in two weeks');
  return best.id;
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

/** Where to go from here. */
export const closing = ({ campaignId }: Findings): { say: string; line: readonly string[] }[] => [
  { say: 'The campaign in figures:', line: ['campaigns', 'stats', String(campaignId)] },
  { say: 'Answers to the replies, drafted and waiting for your consent:', line: ['drafts', 'list'] },
  { say: 'The same with an account of your own:', line: ['login'] },
  { say: 'Everything else:', line: ['--help'] },
];
