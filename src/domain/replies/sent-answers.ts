interface SentDraft {
  /** The draft as it was before it was sent. */
  readonly before: unknown;
  /** Milliseconds of wall time. */
  readonly finishedAt: number;
}

interface Reply {
  readonly id: unknown;
  readonly leadId?: unknown;
  readonly receivedAt?: string | null | undefined;
}

/**
 * Whether one of these drafts answers the reply. A draft that did not say which reply it answers counts for those that
 * its person had sent before.
 */
export function sentAnswers(sent: readonly SentDraft[]): (reply: Reply) => boolean {
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
