export const replyOutcomes = ['answered', 'skipped', 'blocked', 'later'] as const;

/** So long a reply that is put off waits, unless said. */
export const usualWaitMs = 24 * 3_600_000;

interface Reply {
  readonly id: unknown;
  readonly leadId?: unknown;
  readonly threadId?: string | null | undefined;
  readonly responseCategory?: string | null | undefined;
  readonly receivedAt?: string | null | undefined;
}

interface Draft {
  readonly leadId?: unknown;
  readonly inReplyToEmailId?: unknown;
}

interface Handled<R> {
  /** A draft that answers it was sent from here. */
  isAnswered(reply: R): boolean;
  readonly marks: readonly {
    readonly reply: string;
    readonly as: string;
    readonly until: number | null;
  }[];
  /** By the clock of the target. */
  readonly now: number;
  /** Whatever the category: otherwise interested, and not categorized yet. */
  readonly everyCategory?: boolean | undefined;
}

/** How sure it is that a draft answers the reply: it names it, or only its person, whose newest it is. */
export const matches = ['certain', 'likely', 'none'] as const;
export type Match = (typeof matches)[number];

export interface WaitingReply<R, D> {
  readonly reply: R;
  readonly draft: D | undefined;
  readonly match: Match;
}

/** The ids of replies that were dealt with here; one that was put off counts until its time has come. */
export function handledIn({ marks, now }: Pick<Handled<never>, 'marks' | 'now'>): ReadonlySet<string> {
  const handled = new Set<string>();
  for (const { as, until, reply } of marks) if (as !== 'later' || (until ?? 0) > now) handled.add(reply);
  return handled;
}

/** Of a list, newest first: the newest of its thread, of a category that matters, not handled. Each counts once. */
export function waitsIn<R extends Reply>({
  isAnswered,
  marks,
  now,
  everyCategory = false,
}: Handled<R>): (reply: R) => boolean {
  const handled = handledIn({ marks, now });
  const seen = new Set<string>();
  return (reply) => {
    const { id, leadId, threadId, responseCategory } = reply;
    const names = [`reply ${id}`, ...(threadId ? [`thread ${threadId} of ${leadId}`] : [])];
    const isNewest = !names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    const matters = everyCategory || rankOf(responseCategory) < 2;
    return isNewest && matters && !handled.has(String(id)) && !isAnswered(reply);
  };
}

/** What waits, each with the draft that answers it: interested, then not categorized; within these the oldest first. */
export function waitingReplies<R extends Reply, D extends Draft>({
  replies,
  drafts,
  ...handled
}: Handled<R> & {
  /** The newest first, as the service lists both. */
  readonly replies: readonly R[];
  readonly drafts: readonly D[];
}): WaitingReply<R, D>[] {
  const answerTo = matching(replies, drafts);
  const waiting = replies.filter(waitsIn(handled)).reverse();
  return waiting
    .sort((a, b) => rankOf(a.responseCategory) - rankOf(b.responseCategory) || timeOf(a) - timeOf(b))
    .map((reply) => ({ reply, ...answerTo(reply) }));
}

function matching<R extends Reply, D extends Draft>(replies: readonly R[], drafts: readonly D[]) {
  const naming = new Map<string, D>();
  const naive = new Map<string, D>();
  for (const draft of drafts) {
    const { inReplyToEmailId, leadId } = draft;
    const [found, key] = inReplyToEmailId ? [naming, inReplyToEmailId] : [naive, leadId];
    if (key && !found.has(String(key))) found.set(String(key), draft);
  }
  const newest = new Map<string, R>();
  for (const reply of replies) {
    const lead = String(reply.leadId);
    if (!newest.has(lead)) newest.set(lead, reply);
  }
  return (reply: R): { readonly draft: D | undefined; readonly match: Match } => {
    const certain = naming.get(String(reply.id));
    if (certain) return { draft: certain, match: 'certain' };
    const likely = newest.get(String(reply.leadId)) === reply ? naive.get(String(reply.leadId)) : undefined;
    return { draft: likely, match: likely ? 'likely' : 'none' };
  };
}

/** Interested, not categorized, out of office, the rest. */
function rankOf(category: string | null | undefined): number {
  if (category === 'interested') return 0;
  if (category === null || category === undefined) return 1;
  return category === 'out_of_office' ? 2 : 3;
}

/** One without a time counts as the oldest. */
const timeOf = ({ receivedAt }: Reply): number => Date.parse(receivedAt ?? '') || 0;

/** Drafts as they were before they were sent; one that names no reply counts for those its person had sent before. */
export function sentAnswers(
  sent: readonly { readonly before: unknown; readonly finishedAt: number }[],
): (reply: Pick<Reply, 'id' | 'leadId' | 'receivedAt'>) => boolean {
  const answered = new Set<string>();
  const until = new Map<string, number>();
  for (const { before, finishedAt } of sent) {
    const { inReplyToEmailId, leadId } = (before ?? {}) as Readonly<Record<string, unknown>>;
    if (inReplyToEmailId) answered.add(String(inReplyToEmailId));
    else if (leadId) until.set(String(leadId), Math.max(finishedAt, until.get(String(leadId)) ?? 0));
  }
  return ({ id, leadId, receivedAt }) =>
    answered.has(String(id)) || Date.parse(receivedAt ?? '') <= (until.get(String(leadId)) ?? 0);
}
