import { dataTable } from '../../../base/data-table.ts';
import { domainOf } from '../../../contract/checks/personal-mailbox.ts';
import { type AnswerProfile, type Language, languages } from './answer-profile.ts';
import draftTable from './drafts.tsv';
import type { Intent } from './fate.ts';
import replyTable from './replies.tsv';

/** Invented answers. `{firstName}` is the person who writes. */
const replies = dataTable(replyTable, ['intent', 'language', 'addsColleague', 'body']);

/** Invented drafts. `{firstName}` is the person who wrote, `{sender}` ours. */
const drafts = new Map(
  dataTable(draftTable, ['language', 'body']).map(({ language, body }) => [language, body]),
);

export function languageOf({ languages: shares }: AnswerProfile, roll: number): Language {
  let below = 0;
  for (const language of languages) {
    below += shares[language] ?? 0;
    if (roll < below) return language;
  }
  return 'en';
}

export function replyText(
  intent: Intent,
  language: Language,
  roll: number,
  words: { readonly firstName: string; readonly company: string },
): {
  readonly body: string;
  /** The person copies a colleague in. */
  readonly addsColleague: boolean;
} {
  const known = replies.filter((reply) => reply.intent === intent);
  const spoken = known.filter((reply) => reply.language === language);
  const choices = spoken.length > 0 ? spoken : known.filter((reply) => reply.language === 'en');
  const { body = '', addsColleague } = choices[Math.floor(roll * choices.length)] ?? {};
  return {
    body: fill(body, { ...words, company: words.company || 'your market' }),
    addsColleague: addsColleague === 'yes',
  };
}

export const draftText = (
  language: string,
  words: { readonly firstName: string; readonly sender: string },
): string => fill(drafts.get(language) ?? drafts.get('en') ?? '', words);

/** What is left without a name closes up. */
function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
    .replaceAll(/ +([,:])/g, '$1')
    .trim();
}

const colleagues = ['lena', 'marc', 'sofia', 'tomas', 'ines', 'yuki'] as const;

/** A person at the same, invented domain. */
export const colleagueOf = (address: string, roll: number): string =>
  `${colleagues[Math.floor(roll * colleagues.length)] ?? 'team'}@${domainOf(address)}`;
