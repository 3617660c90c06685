import { digestOfValue } from '../../base/digest.ts';

interface Draft {
  readonly id: unknown;
  readonly leadId?: unknown;
  readonly inReplyToEmailId?: unknown;
  readonly to?: readonly string[] | null | undefined;
  readonly cc?: readonly string[] | null | undefined;
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
}

export const draftDigestForm = /^sha256:[0-9a-f]{64}$/;

const listed = ['id', 'leadId', 'inReplyToEmailId', 'to', 'cc', 'subject', 'body'];
const stays = /^(?:status|\w+At)$/;

/** Fields that the spec does not list, such as bcc, HTML or attachments: they may go out. Times and the status do not. */
export const otherFields = (draft: Draft): [name: string, value: unknown][] =>
  Object.entries(draft)
    .filter(([name, value]) => {
      const isEmpty = value === undefined || value === null || value === '';
      const isNone = isEmpty || (Array.isArray(value) && value.length === 0);
      return !isNone && !listed.includes(name) && !stays.test(name);
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Of what the people who get it would see, and of what it answers: another digest is another email. */
export const draftDigest = (draft: Draft): string => {
  const { id, leadId, inReplyToEmailId, to, cc, subject, body } = draft;
  const answered = [leadId, inReplyToEmailId].map((of) => String(of ?? ''));
  const others = otherFields(draft);
  const seen = [String(id), ...answered, to ?? [], cc ?? [], subject ?? '', body ?? ''];
  return `sha256:${digestOfValue(others.length === 0 ? seen : [...seen, others])}`;
};
