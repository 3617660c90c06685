import { hashText, mix } from '../../../domain/seeded-random.ts';
import {
  among,
  type Companies,
  cityIn,
  companyCount,
  companyOf,
  draws,
  makeCompanies,
  picker,
  stream,
} from './companies.ts';
import { cities, countries } from './geography.ts';
import { companySizes, industries, revenues } from './industries.ts';
import { folded, namesOf } from './names.ts';
import { jobFunctions, leaders, seniorities, seniorityWeights, titles, titleWeights } from './titles.ts';

/** Everybody, computed from the seed: nothing is stored. Indexes into `titles`, `cities` and the companies. */
export interface People {
  readonly seed: number;
  readonly count: number;
  readonly companies: Companies;
  readonly company: Uint16Array;
  readonly title: Uint8Array;
  readonly city: Uint16Array;
}

const made = new Map<string, People>();

/** The people of a world; made once in a process. */
export function peopleOf(seed: string): People {
  let people = made.get(seed);
  if (!people) {
    people = makePeople(hashText(seed));
    made.set(seed, people);
  }
  return people;
}

const pickCountry = picker(countries.map(({ weight }) => weight));
/** Index into `titles` for anybody but the one at the top. */
const pickTitle = picker(ordinaryWeights());

/** The weights of the titles of one seniority add up to the weight of the seniority, in thousandths. */
function ordinaryWeights(): number[] {
  const totals = new Array<number>(seniorities.length).fill(0);
  for (const [index, { seniority }] of titles.entries())
    totals[seniority] = (totals[seniority] ?? 0) + (titleWeights[index] ?? 0);
  return titles.map(({ seniority }, index) => {
    const share = (titleWeights[index] ?? 0) / (totals[seniority] || 1);
    return Math.round(share * (seniorityWeights[seniority] ?? 0) * 50);
  });
}

function makePeople(seed: number): People {
  const companies = makeCompanies(seed);
  const count = companies.firstPerson[companyCount] ?? 0;
  const company = new Uint16Array(count);
  const title = new Uint8Array(count);
  const city = new Uint16Array(count);
  const titleDraw = stream(seed, 21);
  const placeDraw = stream(seed, 24);
  for (let at = 0, person = 0; at < companyCount; at++) {
    const first = person;
    const end = companies.firstPerson[at + 1] ?? 0;
    for (; person < end; person++) {
      const draw = titleDraw(person);
      company[person] = at;
      title[person] = person === first ? among(draw, leaders.length) : pickTitle(draw);
      city[person] = cityOf(companies, at, placeDraw(person));
    }
  }
  return { seed, count, companies, company, title, city };
}

/** Most people work where the company is, some elsewhere in its country, a few abroad. */
function cityOf(companies: Companies, company: number, draw: number): number {
  const hundredth = among(draw, 100);
  if (hundredth < 60) return companies.city[company] ?? 0;
  const again = mix(draw);
  return cityIn(hundredth < 88 ? (companies.country[company] ?? 0) : pickCountry(again), mix(again));
}

/** A person unmasked. */
export function personOf(people: People, person: number) {
  const { companies } = people;
  const at = people.company[person] ?? 0;
  const title = titles[people.title[person] ?? 0];
  const place = cities[people.city[person] ?? 0];
  if (!title || !place) throw new Error(`there is no person ${person}`);
  return {
    ...nameOf(people, person),
    title: title.title,
    seniority: seniorities[title.seniority] ?? '',
    jobFunction: jobFunctions[title.jobFunction] ?? '',
    company: {
      ...companyOf(companies, at),
      industry: industries[companies.industry[at] ?? 0]?.name ?? '',
      sizeBand: companySizes[companies.size[at] ?? 0] ?? '',
      revenueBand: revenues[companies.revenue[at] ?? 0] ?? '',
      country: countries[companies.country[at] ?? 0]?.name ?? '',
    },
    location: { city: place.city, state: place.state, country: countries[place.country]?.name ?? '' },
  };
}

const pools = Object.values(namesOf);

/** By the languages of the country they live in; one in twelve brings a name from elsewhere. */
export function nameOf(people: People, person: number): { firstName: string; lastName: string } {
  const { seed } = people;
  const country = countries[cities[people.city[person] ?? 0]?.country ?? 0];
  const own = namesOf[country?.names ?? ''];
  const isFromElsewhere = draws(seed, person, 27) % 12 === 0 || !own;
  const pool = isFromElsewhere ? pools[draws(seed, person, 28) % pools.length] : own;
  const { first = [], last = [] } = pool ?? {};
  return {
    firstName: first[draws(seed, person, 29) % first.length] ?? '',
    lastName: last[draws(seed, person, 30) % last.length] ?? '',
  };
}

/** What a reveal brings: a business address, a personal one, or none at all. */
type Reveal = { readonly kind: 'none' } | { readonly kind: 'business' | 'personal'; readonly email: string };

/** Shares in percent; the spec names no figures, these are ours. */
const shares = { noAddress: 5, personal: 4 } as const;

export function reveal(people: People, person: number): Reveal {
  const draw = among(draws(people.seed, person, 31), 100);
  if (draw < shares.noAddress) return { kind: 'none' };
  const { firstName, lastName } = nameOf(people, person);
  if (draw < shares.noAddress + shares.personal)
    return { kind: 'personal', email: `${localPart(firstName, lastName)}.${person}@freemail.example` };
  const { domain } = companyOf(people.companies, people.company[person] ?? 0);
  return { kind: 'business', email: `${uniqueLocalPart(people, person)}@${domain}` };
}

const localPart = (firstName: string, lastName: string): string =>
  `${folded(firstName)}.${folded(lastName)}`.replace(/[^a-z0-9.-]/g, '');

/** Namesakes of one company get a number. */
function uniqueLocalPart(people: People, person: number): string {
  const { firstName, lastName } = nameOf(people, person);
  const own = localPart(firstName, lastName);
  let namesakes = 0;
  for (let other = people.companies.firstPerson[people.company[person] ?? 0] ?? 0; other < person; other++) {
    const name = nameOf(people, other);
    if (name.firstName === firstName && name.lastName === lastName) namesakes++;
  }
  return namesakes === 0 ? own : `${own}${namesakes + 1}`;
}
