/** When a fault strikes: nothing happens; or it happens and the answer is lost; or it happens later. */
export type When = 'before' | 'after' | 'late';

/** What a word after the colon says; undefined where there must be none. */
type Detail = 'status' | 'duration' | 'wait';

interface KindOfFault {
  readonly summary: string;
  /** The first is the default. */
  readonly phases: readonly [When, ...When[]];
  readonly detail?: Detail;
  /** The only operation it belongs to. */
  readonly only?: string;
  /** It belongs to lists alone. */
  readonly lists?: true;
}

const always = ['before', 'after', 'late'] as const;

/**
 * Every kind of fault. What the service promises is kept: an answer that says nothing was done (429, a coded 503, a
 * refused card, any 4xx) cannot be had after the effect.
 */
export const kinds: Readonly<Record<string, KindOfFault>> = {
  reset: { summary: 'the connection is cut before an answer', phases: always },
  hang: { summary: 'no answer ever comes', phases: always },
  slow: { summary: 'the answer dribbles in: slow, slow:20s', phases: ['after'], detail: 'duration' },
  truncated: { summary: 'the answer breaks off in the middle', phases: always },
  status: {
    summary: 'that status, as text: status:500; as JSON with a code: status:500:internal',
    phases: always,
    detail: 'status',
  },
  unavailable: { summary: '503 with the code temporarily_unavailable', phases: ['before'] },
  'rate-limited': {
    summary: '429 with Retry-After: rate-limited, rate-limited:20s; without it: rate-limited:bare',
    phases: ['before'],
    detail: 'wait',
  },
  'bad-json': { summary: 'a good status with JSON that is damaged', phases: always },
  'wrong-content-type': { summary: 'a good status with a web page', phases: always },
  empty: { summary: 'a good status with nothing', phases: always },
  purchase_unconfirmed: {
    summary: '500 with that code; it happened (after), or not',
    phases: ['after', 'before', 'late'],
    only: 'credits.purchase',
  },
  purchase_incomplete: {
    summary: '500 with that code: the card was charged, no credits came',
    phases: ['after'],
    only: 'credits.purchase',
  },
  payment_failed: {
    summary: '402 with that code: the card was refused',
    phases: ['before'],
    only: 'credits.purchase',
  },
  refused: { summary: 'nothing listens (over HTTP: the connection is cut)', phases: ['before'] },
  dns: { summary: 'the name has no address (over HTTP: the connection is cut)', phases: ['before'] },
  'lookup-timeout': {
    summary: 'the lookups of a DNS check time out: every check says ERROR',
    phases: ['after'],
    only: 'senders.dns',
  },
  lag: {
    summary: 'lists do not show what was made within that time: lag:60s',
    phases: ['before'],
    detail: 'duration',
    lists: true,
  },
};
