import { Failure } from '../../base/errors.ts';
import type { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import { draftDigest } from '../../domain/mail/draft-digest.ts';
import { inline } from '../output/text/inline.ts';
import { laidOut } from './save-draft.ts';

type Draft = ItemOf<typeof drafts.list>;

/** A draft as a person agreed to it, by its digest. */
export class AgreedDraft {
  constructor(
    private readonly id: unknown,
    private readonly expected: string,
  ) {}

  /** Gives what was read, which must be the same. Throws `draft_changed`. */
  readonly hold = (draft: Draft, so = 'nothing was sent'): Draft => {
    const digest = draftDigest(draft);
    if (digest === this.expected) return draft;
    const { id, expected } = this;
    throw new Failure('draft_changed', `draft ${id} has changed since it was read; ${so}`, {
      hint: `Read it again: outreach drafts show ${id} --digest`,
      extra: { draft: id, expected, digest },
    });
  };

  /** The same for what is noted right before the call. Where the draft is not listed any more, the service says why. */
  readonly holds = (noted: unknown): void => {
    if (noted !== null) this.hold(noted as Draft);
  };
}

/** A warning where the answer to the call names other people, or another text, than those of the draft. */
export function sentOtherwise(draft: Draft, sent: Output<typeof drafts.send>): string | undefined {
  const agreed = [...(draft.to ?? []), ...(draft.cc ?? [])];
  const known = new Set(agreed.map(plainAddress));
  const named = [sent.recipient ?? [], sent.to ?? [], sent.cc ?? []].flat();
  const others = [...new Set(named.filter((one) => !known.has(plainAddress(one))))];
  const people = others.map((one) => inline(one, 100)).join(', ');
  const different = [
    ...(others.length > 0
      ? [`it names ${people}, and the draft was to go to ${agreed.join(', ') || 'an unknown address'}`]
      : []),
    ...(isOther(draft.subject, sent.subject) ? ['it has another subject'] : []),
    ...(isOther(draft.body, sent.body) ? ['it has another text'] : []),
  ];
  if (different.length === 0) return undefined;
  return `Draft ${draft.id}: the answer of the service is not what was agreed to: ${different.join('; ')}. See in the app what has left`;
}

/** `Ana Berg <ana@lumen.example>` is the address in it. */
const plainAddress = (address: string): string =>
  (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();

/** What is not said is not another one, nor what is only laid out in another way. */
const isOther = (agreed: string | null | undefined, sent: string | null | undefined): boolean =>
  typeof sent === 'string' && laidOut(sent) !== laidOut(agreed ?? '');
