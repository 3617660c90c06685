import { words } from '../../base/text/words.ts';
import type { Finding } from '../launch/problem.ts';

/** What can need a person, in the order in which it is shown. */
export const attentionKinds = [
  ...words('bounces-high complaints-high journal-open campaign-stalled senders-off senders-held-back'),
  ...words('order-failed import-failed approvals-waiting replies-unanswered drafts-waiting'),
  ...words('autopilot-approval credits-low runs-dry senders-low webhook-disabled'),
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/** Something that needs a person, before it is said which command deals with it. */
export interface Concern {
  readonly kind: AttentionKind;
  /** `fail`: something is broken or in doubt. `warn`: someone waits. */
  readonly severity: 'fail' | 'warn';
  /** What, how many, how old. Texts of others in it are as they came, on one line. */
  readonly message: string;
  readonly count: number;
  /** RFC 3339; null where that is not known. */
  readonly oldestAt: string | null;
  /** Of the one thing that it is about; null where it is about several. */
  readonly id: string | null;
  /** One that is hidden shows again when this is another one. */
  readonly state: string;
  readonly credits?: number | undefined;
  readonly findings?: readonly Finding[] | undefined;
  /** A program is to know it; to a person it would be a false alarm. */
  readonly isForPrograms?: boolean | undefined;
}

/** One thing of which it is not known since when. */
export const concern = (
  kind: AttentionKind,
  severity: Concern['severity'],
  message: string,
  own: Pick<Concern, 'id' | 'state'> & Partial<Concern>,
): Concern => ({ kind, severity, message, count: 1, oldestAt: null, ...own });

/** The same with the line that deals with it. */
export interface Attention extends Omit<Concern, 'credits' | 'findings' | 'isForPrograms'> {
  readonly command: string;
}

/** What is broken first, then by kind, then the oldest. */
export function worstFirst<T extends Pick<Concern, 'severity' | 'kind' | 'oldestAt'>>(
  concerns: readonly T[],
): T[] {
  const rank = ({ severity, kind }: T) =>
    (severity === 'fail' ? 0 : attentionKinds.length) + attentionKinds.indexOf(kind);
  const time = ({ oldestAt }: T) => (oldestAt === null ? Number.POSITIVE_INFINITY : Date.parse(oldestAt));
  // Two whose time is not known differ by NaN.
  return [...concerns].sort((a, b) => rank(a) - rank(b) || time(a) - time(b) || 0);
}
