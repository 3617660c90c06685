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

/** Of what the people who get it would see, and of what it answers: another digest is another email. */
export const draftDigest = ({ id, leadId, inReplyToEmailId, to, cc, subject, body }: Draft): string => {
  const answered = [leadId, inReplyToEmailId].map((of) => String(of ?? ''));
  return `sha256:${digestOfValue([String(id), ...answered, to ?? [], cc ?? [], subject ?? '', body ?? ''])}`;
};
