import { dataTable } from '../../../base/data-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { industries } from '../contacts/industries.ts';
import table from './areas.tsv';
import type { Site } from './website.ts';

export type ProfileDraft = ReturnType<typeof draftProfile>;

export interface Hints {
  readonly description?: string | undefined;
  readonly context?: string | undefined;
}

/** Departments, and the words of an offer that are meant for them. */
const areas = dataTable(table, ['area', 'words']);

const ranks = ['VP', 'Director', 'Head'] as const;
const sizeBands = [
  ['11-50', '51-200', '201-500'],
  ['51-200', '201-500', '501-1000'],
  ['201-500', '501-1000', '1001-5000'],
] as const;
const industriesChosen = 4;

/** Whom to write to: drafted from what is known about the company; from its name alone where nothing was. */
export function draftProfile(sandbox: Sandbox, { host, name }: Site, hints: Hints = {}) {
  const words = wordsOf(`${host.replaceAll(/[.-]/g, ' ')} ${hints.description ?? ''} ${hints.context ?? ''}`);
  const roll = (what: string): number => sandbox.chance('profile', host, what);
  const scores = areas.map((one) => hits(one.words, words));
  const most = Math.max(...scores);
  // The one with the most hits; where nothing hits, one by the roll.
  const area = areas[most > 0 ? scores.indexOf(most) : Math.floor(roll('area') * areas.length)]?.area ?? '';
  const fits: [industry: string, score: number][] = [];
  for (const { name: industry, keywords } of industries)
    fits.push([industry, hits(`${industry.toLowerCase()} ${keywords}`, words) + roll(industry)]);
  fits.sort(([, a], [, b]) => b - a);
  const chosen = fits.slice(0, industriesChosen).map(([industry]) => industry);
  const sizes = sizeBands[Math.floor(roll('size') * sizeBands.length)] ?? sizeBands[0];
  return {
    name: `${area} leaders`,
    summary: `People who decide on ${area.toLowerCase()} at companies of ${sizes[0]} to ${sizes[2]} people in ${chosen[0]} and similar fields: those who would use what ${name} offers.`,
    /** The department that is written to. */
    area,
    titles: [area],
    seniorities: ['C-Level', ...ranks, 'Manager'],
    industries: chosen,
    companySizes: [...sizes],
    keywords: [area.toLowerCase(), ...chosen.slice(0, 2).map((industry) => industry.toLowerCase())],
    personas: ranks.map((rank) => ({ title: `${rank} of ${area}`, seniority: rank })),
  };
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{2,}/g) ?? []);

function hits(list: string, words: ReadonlySet<string>): number {
  let count = 0;
  for (const word of wordsOf(list)) if (words.has(word)) count += 1;
  return count;
}
