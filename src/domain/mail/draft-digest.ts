import { digestOfValue } from '../../base/digest.ts';

interface Draft {
  readonly id: unknown;
  readonly to?: readonly string[] | null | undefined;
  readonly cc?: readonly string[] | null | undefined;
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
}

export const draftDigestForm = /^sha256:[0-9a-f]{64}$/;

/** Of what the people who get it would see: another digest is another email. */
export const draftDigest = ({ id, to, cc, subject, body }: Draft): string =>
  `sha256:${digestOfValue([String(id), to ?? [], cc ?? [], subject ?? '', body ?? ''])}`;
