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
  const { area } = best(areas, (one) => hits(one.words, words), roll('area'));
  const chosen = ranked(
    industries,
    (industry) => hits(`${industry.name.toLowerCase()} ${industry.keywords}`, words),
    ({ name }) => roll(name),
  )
    .slice(0, industriesChosen)
    .map((industry) => industry.name);
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

const hits = (list: string, words: ReadonlySet<string>): number =>
  [...wordsOf(list)].filter((word) => words.has(word)).length;

/** The one with the most hits; where nothing hits, one by the roll. */
function best<T>(items: readonly T[], score: (item: T) => number, roll: number): T {
  const scores = items.map(score);
  const most = Math.max(...scores);
  const at = most > 0 ? scores.indexOf(most) : Math.floor(roll * items.length);
  const found = items[at];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}

const ranked = <T>(items: readonly T[], score: (item: T) => number, roll: (item: T) => number): T[] =>
  items
    .map((item) => ({ item, score: score(item) + roll(item) }))
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
