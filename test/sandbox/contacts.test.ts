import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Filters, filterProblems } from '../../src/contract/schema/filters.ts';
import { fraction } from '../../src/domain/seeded-random.ts';
import { audienceOf } from '../../src/sandbox/world/contacts/audience.ts';
import { companyCount, companyOf } from '../../src/sandbox/world/contacts/companies.ts';
import { filterLists } from '../../src/sandbox/world/contacts/filter-lists.ts';
import { countries } from '../../src/sandbox/world/contacts/geography.ts';
import { folded, namesOf } from '../../src/sandbox/world/contacts/names.ts';
import { peopleOf, personOf, reveal } from '../../src/sandbox/world/contacts/people.ts';
import { makeRef, readRef } from '../../src/sandbox/world/contacts/refs.ts';
import { titles } from '../../src/sandbox/world/contacts/titles.ts';
import { runs } from '../sweep/slice.ts';

const people = peopleOf('contacts');
const some = fc.integer({ min: 0, max: people.count - 1 });
const pick = (values: readonly string[]) =>
  fc.option(fc.subarray([...values], { minLength: 1, maxLength: 4 }), { nil: undefined });

describe('the contact database', () => {
  it('knows more than 120,000 people of 12,000 companies, each with a domain of its own', () => {
    expect(people.count).toBeGreaterThan(120_000);
    const domains = Array.from(
      { length: companyCount },
      (_, index) => companyOf(people.companies, index).domain,
    );
    expect(new Set(domains).size).toBe(companyCount);
    for (const domain of domains) expect(domain).toMatch(/^[a-z]+\.example$/);
  });

  it('is the same for the same seed and another for another one', () => {
    const other = peopleOf('other');
    const names = (of: typeof people) =>
      [1, 5000, 99_999].map((index) => JSON.stringify(personOf(of, index)));
    expect(names(people)).toEqual(names(peopleOf('contacts')));
    expect(names(other)).not.toEqual(names(people));
  });

  it('never reveals an address that could exist, nor the same one twice', { tags: 'slow' }, () => {
    const seen = new Set<string>();
    let found = 0;
    for (let person = 0; person < people.count; person += 1) {
      if (person % 11 > 3) continue;
      const revealed = reveal(people, person);
      if (revealed.kind === 'none') continue;
      found++;
      seen.add(revealed.email);
      if (!/^[a-z0-9][a-z0-9.-]*@[a-z]+\.example$/.test(revealed.email))
        expect(revealed.email).toBe('a reserved address');
    }
    expect(seen.size).toBe(found);
  });

  it('has names of many languages', () => {
    for (const { names } of countries) expect(namesOf[names], names).toBeDefined();
    const seen = new Set(Array.from({ length: 3000 }, (_, index) => personOf(people, index).firstName));
    expect(seen.size).toBeGreaterThan(300);
    expect([...seen].some((name) => /[^\x20-\x7e]/.test(name))).toBe(true);
    expect(folded('Łukasz Groß-Sørensen')).toBe('lukasz gross-sorensen');
    expect(folded('Đỗ Thị Ngọc')).toBe('do thi ngoc');
  });

  it('has a place for every title within what fits a byte', () => {
    expect(titles.length).toBeLessThan(256);
    expect(new Set(titles.map(({ title }) => title)).size).toBe(titles.length);
  });
});

describe('an audience', () => {
  const filters: fc.Arbitrary<Filters> = fc
    .record({
      seniorities: pick(filterLists.seniorities),
      jobFunctions: pick(filterLists.jobFunctions),
      companySizes: pick(filterLists.companySizes),
      revenue: pick(filterLists.revenue),
      industries: pick(filterLists.industries),
      excludeIndustries: pick(filterLists.industries),
      countries: pick(filterLists.countries),
      excludeCountries: pick(filterLists.countries),
      headquartersCountries: pick(filterLists.headquartersCountries),
      excludeHeadquartersCountries: pick(filterLists.headquartersCountries),
    })
    .map((picked) => Object.fromEntries(Object.entries(picked).filter(([, value]) => value)) as Filters)
    .filter((picked) => filterProblems(picked, filterLists).length === 0);

  it('holds exactly the people whose own record passes', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(filters, fc.array(some, { minLength: 200, maxLength: 200 }), (picked, sample) => {
        const audience = new Set(audienceOf(people, picked));
        for (const index of sample) expect(audience.has(index)).toBe(passes(index, picked));
      }),
      { numRuns: runs(40) },
    );
  });

  it.each([
    [
      { jobTitles: ['CEO'] },
      (p: ReturnType<typeof personOf>) => /CEO|Chief Executive|Managing/.test(p.title),
    ],
    [{ jobTitles: ['vice president, CFO'] }, (p) => /^VP|Chief Financial/.test(p.title)],
    [
      { jobTitles: ['sales'], excludeJobTitles: ['head', 'manager'] },
      (p) => /sales/i.test(p.title) && !/head|manager/i.test(p.title),
    ],
    [{ cities: ['munchen'] }, (p) => p.location.city === 'München'],
    [{ states: ['BAYERN'], countries: ['Germany'] }, (p) => p.location.state === 'Bayern'],
    [{ regions: ['DACH'] }, (p) => ['Germany', 'Austria', 'Switzerland'].includes(p.location.country)],
    [{ continents: ['Oceania'] }, (p) => ['Australia', 'New Zealand'].includes(p.location.country)],
    [
      { companyKeywords: 'solar' },
      (p) => p.company.industry === 'Renewable Energy' || /solar/i.test(p.company.name),
    ],
    [{ companyName: 'gmbh & co' }, (p) => p.company.legalName.endsWith('GmbH & Co. KG')],
  ] as [Filters, (person: ReturnType<typeof personOf>) => boolean][])(
    '%j finds those and only those',
    (picked, fits) => {
      const audience = [...audienceOf(people, picked)];
      expect(audience.length).toBeGreaterThan(0);
      for (const index of audience.slice(0, 500)) expect(fits(personOf(people, index))).toBe(true);
    },
  );

  it('finds by domain, leaves out by domain, and by technology finds fewer than everybody', () => {
    const { domain } = companyOf(people.companies, 7);
    const inside = [...audienceOf(people, { domains: [`https://www.${domain.toUpperCase()}`] })];
    expect(new Set(inside.map((index) => people.company[index]))).toEqual(new Set([7]));
    const sized = audienceOf(people, { companySizes: [...filterLists.companySizes] }).length;
    expect(sized).toBe(people.count);
    const without = audienceOf(people, {
      companySizes: [...filterLists.companySizes],
      excludeDomains: [domain],
    });
    expect(without.length).toBe(people.count - inside.length);
    const users = audienceOf(people, { technologies: ['salesforce'] }).length / people.count;
    expect(users).toBeGreaterThan(0.2);
    expect(users).toBeLessThan(0.3);
    expect(audienceOf(people, { technologies: ['nothing like it'] })).toHaveLength(0);
  });

  it('does not stand company by company', () => {
    const audience = [...audienceOf(people, { companySizes: ['1001-5000'] })].slice(0, 500);
    const neighbours = audience.filter(
      (index, place) => people.company[index] === people.company[audience[place - 1] ?? -1],
    );
    expect(neighbours.length).toBeLessThan(10);
  });

  function passes(index: number, picked: Filters): boolean {
    const { seniority, jobFunction, company, location } = personOf(people, index);
    const within = (list: string[] | undefined, value: string) => !list || list.includes(value);
    const without = (list: string[] | undefined, value: string) => !list?.includes(value);
    return (
      within(picked.seniorities, seniority) &&
      within(picked.jobFunctions, jobFunction) &&
      within(picked.companySizes, company.sizeBand) &&
      within(picked.revenue, company.revenueBand) &&
      within(picked.industries, company.industry) &&
      without(picked.excludeIndustries, company.industry) &&
      within(picked.countries, location.country) &&
      without(picked.excludeCountries, location.country) &&
      within(picked.headquartersCountries, company.country) &&
      without(picked.excludeHeadquartersCountries, company.country)
    );
  }
});

describe('refs', () => {
  it('name a person for a week, to their workspace only', () => {
    fc.assert(
      fc.property(
        some,
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 20 }),
        (person, at, days) => {
          const owner = { seed: 's', workspaceId: 1 };
          const ref = makeRef(owner, person, at);
          expect(readRef(owner, ref, at + days * 86_400_000)).toBe(days <= 7 ? person : undefined);
          expect(readRef({ ...owner, workspaceId: 2 }, ref, at)).toBeUndefined();
          expect(readRef(owner, `${ref}0`, at)).toBeUndefined();
        },
      ),
    );
  });
});

describe('chance', () => {
  it('is even, and another for other words', () => {
    const tenths = new Array<number>(10).fill(0);
    for (let n = 0; n < 20_000; n++) {
      const place = Math.floor(fraction('seed', 'word', n) * 10);
      tenths[place] = (tenths[place] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200);
    const words = [
      fraction('a', 'bc'),
      fraction('ab', 'c'),
      fraction('a', 1),
      fraction('a', '1'),
      fraction('bc', 'a'),
    ];
    expect(new Set(words).size).toBe(words.length);
  });
});
