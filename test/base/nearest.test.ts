import { describe, expect, it } from 'vitest';
import { closest, likely, misspelt } from '../../src/base/text/nearest.ts';

describe('a misspelt word', () => {
  it.each([
    ['phne', 'phone', undefined],
    ['phome', 'phone', 'phone'],
    ['plome', 'phone', undefined],
    ['compnay', 'company', 'company'],
    ['compani', 'company', 'company'],
    ['cumpani', 'company', undefined],
    ['firstnaem', 'firstname', 'firstname'],
    ['fristnane', 'firstname', undefined],
    ['linkedinurk', 'linkedinurl', 'linkedinurl'],
    ['linkedunurk', 'linkedinurl', 'linkedinurl'],
    ['tag', 'tab', undefined],
  ])('%s for %s', (typed, known, meant) => {
    expect(misspelt(typed, [known])).toBe(meant);
  });
});

describe('the closest word', () => {
  it.each([
    ['camp', ['campaigns', 'credits'], 'campaigns'],
    ['lits', ['list', 'get'], 'list'],
    ['xyz', ['list', 'get'], undefined],
    ['Leads', ['leads', 'lead'], 'leads'],
    ['status', ['start', 'senders'], undefined],
    ['lsit', ['list', 'get'], 'list'],
    ['campiagns', ['campaigns'], 'campaigns'],
    ['tag', ['tab'], 'tab'],
  ])('to %s', (typed, known, meant) => {
    expect(closest(typed, known)).toBe(meant);
  });
});

it.each([
  ['q4', ['Q4 DACH', 'Autumn'], ['Q4 DACH']],
  ['Q4 DAHC', ['Q4 DACH', 'Autumn'], ['Q4 DACH']],
  ['dach', ['Q4 DACH', 'Autumn'], ['Q4 DACH']],
  ['q4', ['Q4 DACH', 'Q4 Nordics', 'q4', 'Q4 UK'], ['Q4 DACH', 'Q4 Nordics', 'q4']],
  ['spring', ['Q4 DACH'], []],
  ['', ['Q4 DACH'], []],
])('%j among %j is likely %j', (typed, known, meant) => expect(likely(typed, known)).toEqual(meant));
