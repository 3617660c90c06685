import { mix } from '../../../domain/seeded-random.ts';
import { cities, countries, firstCity } from './geography.ts';
import { industries, revenues, sizeProfiles, technologies } from './industries.ts';
import { folded } from './names.ts';

export const companyCount = 12_000;

/** Invented names: sixty beginnings, twenty middles, ten endings, each combination once. */
const beginnings =
  'Bren Cald Dorv Elst Farn Garm Helv Irv Jard Kelm Lund Marv Nord Oster Palv Quar Rend Salm Tarn Ulv Verd Wend Xand Yarm Zelt Arl Bost Cres Dalm Erl Fjeld Gost Hamm Ilm Jast Kros Lark Mond Narv Orl Perl Rast Silv Trond Umb Vand Wist Zand Alm Birk Corv Drav Eld Fenn Gland Holt Jorn Kast Luv Mist'.split(
    ' ',
  );
const middles = 'a e i o u ai au ea ei eo ia io ua ue ui uo ae oa oe oi'.split(' ');
const endings = 'ra nix mont lis tec vo dyn sta quin ver'.split(' ');

/** Attributes of every company as indexes into their lists, side by side in typed arrays: quick to look through. */
export interface Companies {
  readonly seed: number;
  readonly country: Uint8Array;
  readonly city: Uint16Array;
  readonly industry: Uint8Array;
  readonly size: Uint8Array;
  readonly revenue: Uint8Array;
  /** Technologies as bits, 32 each. */
  readonly technologies: readonly [Uint32Array, Uint32Array];
  /** Its first person; the next company's is the end. */
  readonly firstPerson: Int32Array;
}

export function makeCompanies(seed: number): Companies {
  const companies: Companies = {
    seed,
    country: new Uint8Array(companyCount),
    city: new Uint16Array(companyCount),
    industry: new Uint8Array(companyCount),
    size: new Uint8Array(companyCount),
    revenue: new Uint8Array(companyCount),
    technologies: [new Uint32Array(companyCount), new Uint32Array(companyCount)],
    firstPerson: new Int32Array(companyCount + 1),
  };
  for (let index = 0; index < companyCount; index++) fill(companies, index);
  return companies;
}

const pickCountry = picker(countries.map(({ weight }) => weight));
const pickSize = picker(sizeProfiles.map(({ weight }) => weight));

function fill(companies: Companies, index: number): void {
  const draw = (salt: number): number => draws(companies.seed, index, salt);
  const country = pickCountry(draw(1));
  const size = pickSize(draw(2));
  const profile = sizeProfiles[size];
  if (!profile) throw new Error(`there is no size ${size}`);
  companies.country[index] = country;
  companies.city[index] = cityIn(country, draw(3));
  companies.industry[index] = draw(4) % industries.length;
  companies.size[index] = size;
  // One band up for a quarter of the companies, one down for another.
  const drift = [-1, 0, 0, 1][draw(5) % 4] ?? 0;
  companies.revenue[index] = Math.min(revenues.length - 1, Math.max(0, profile.revenue + drift));
  // The conjunction of two draws sets every fourth bit.
  companies.technologies[0][index] = draw(6) & draw(7);
  companies.technologies[1][index] = draw(8) & draw(9) & (2 ** (technologies.length - 32) - 1);
  const people = profile.least + (draw(10) % (profile.most - profile.least + 1));
  companies.firstPerson[index + 1] = (companies.firstPerson[index] ?? 0) + people;
}

/** Names and domains are made on demand. Every domain is under the reserved ending `.example`: none can exist. */
export function companyOf(companies: Companies, index: number) {
  // A number coprime to the count walks through every combination once.
  const place = (index * 7919 + (companies.seed % companyCount)) % companyCount;
  const ending = endings[place % endings.length] ?? '';
  const middle = middles[Math.floor(place / endings.length) % middles.length] ?? '';
  const beginning = beginnings[Math.floor(place / (endings.length * middles.length))] ?? '';
  const word = beginning + middle + ending;
  const words = industries[companies.industry[index] ?? 0]?.words ?? [];
  const name = `${word} ${words[draws(companies.seed, index, 11) % words.length] ?? ''}`.trim();
  const legal = countries[companies.country[index] ?? 0]?.legal ?? [];
  return {
    name,
    legalName: `${name} ${legal[draws(companies.seed, index, 12) % legal.length] ?? ''}`.trim(),
    domain: `${folded(word)}.example`,
  };
}

/** Draws 32 bits for one attribute of every thing of one world. */
export function stream(seed: number, salt: number): (index: number) => number {
  const start = mix(seed ^ Math.imul(salt, 0x2545f491));
  return (index) => mix(start ^ index);
}

export const draws = (seed: number, index: number, salt: number): number => stream(seed, salt)(index);

/** A city of a country; capitals and other first cities of the list come up more often. */
export function cityIn(country: number, draw: number): number {
  const count = countries[country]?.cities.length ?? 1;
  const place = (draw & 7) < 3 ? 0 : among(mix(draw), count);
  return Math.min(cities.length - 1, (firstCity[country] ?? 0) + place);
}

/** 32 bits as a place among `count`: by their high end, because taking the remainder of such numbers is slow. */
export const among = (draw: number, count: number): number => Math.floor((draw * count) / 2 ** 32);

/** Draws an index by weight. */
export function picker(weights: readonly number[]): (draw: number) => number {
  const table = weights.flatMap((weight, index) => new Array<number>(weight).fill(index));
  return (draw) => table[among(draw, table.length)] ?? 0;
}
