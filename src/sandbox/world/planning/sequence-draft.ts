import type { Hints, ProfileDraft } from './profile-draft.ts';
import type { Site } from './website.ts';

/** Three emails as Copilot writes them: they say what is known about the company and nothing else. */
export function draftSequence({ name }: Site, { area }: ProfileDraft, hints: Hints = {}) {
  const field = area === 'IT' ? area : area.toLowerCase();
  const offer = firstSentence(hints.description) ?? `${name} works with ${field} teams like yours.`;
  const context = firstSentence(hints.context);
  return [
    {
      subject: `${area === 'IT' ? area : capital(field)} at {company}`,
      body: paragraphs(
        'Hi {firstName},',
        `I am writing because you look after ${field} at {company}.`,
        offer,
        context,
        'Is that something you are looking at this quarter?',
      ),
      followUpAfter: 0,
    },
    {
      subject: `Re: ${area === 'IT' ? area : capital(field)} at {company}`,
      body: paragraphs(
        '{firstName}, a short follow-up.',
        `If a colleague of yours decides on ${field} at {company}, a name would help me a lot.`,
      ),
      followUpAfter: 3,
    },
    {
      subject: 'Shall I stop here?',
      body: paragraphs(
        'Hi {firstName},',
        `I do not want to fill your inbox. If ${name} is not for you, one word is enough and I will not write again.`,
      ),
      followUpAfter: 5,
    },
  ];
}

/** A suggested sequence as the steps of a campaign. */
export const stepsOf = <S extends { readonly followUpAfter?: number | undefined }>(sequence: readonly S[]) =>
  sequence.map(({ followUpAfter: delayDays, ...step }, index) => ({ ...step, order: index + 1, delayDays }));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const paragraphs = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\n\n');

/** At most 200 characters of it; braces would read as merge tags. */
function firstSentence(text: string | undefined): string | undefined {
  const clean = (text ?? '').replaceAll(/[{}]/g, '').replaceAll(/\s+/g, ' ').trim();
  const [sentence = ''] = clean.split(/(?<=[.!?])\s/);
  if (sentence === '') return undefined;
  const short = sentence.slice(0, 200);
  return /[.!?]$/.test(short) ? short : `${short}.`;
}
