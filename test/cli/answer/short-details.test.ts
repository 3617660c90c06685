import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import {
  failureJson,
  failureLines,
  mostDetails,
  shortDetails,
} from '../../../src/cli/messages/failure-text.ts';
import { campaigns } from '../../../src/contract/areas/campaigns.ts';
import { firstProblemOf } from '../../../src/contract/schema/problems-of.ts';
import { baseUrl, liveKey, liveWorld } from '../../commands/live-service.ts';

describe('the details of an error', () => {
  it('stay as they are where they fit', () => {
    const details = { needed: 40, available: 9007199254740993n, matches: Array(1000).fill('a') };
    expect(shortDetails(details)).toBe(details);
  });

  it.each([
    ['a long list', { numbers: Array(400_000).fill(1), needed: 40 }],
    ['a long text', { text: '\u0007'.repeat(400_000), needed: 40 }],
    ['a large record', { record: { numbers: Array(400_000).fill(1) }, needed: 40 }],
    ['a long name', { needed: 40, ['n'.repeat(400_000)]: 1 }],
    [
      'many fields',
      Object.fromEntries([['needed', 40], ...Array.from({ length: 90_000 }, (_, at) => [`f${at}`, at])]),
    ],
  ])('are cut where they are %s, and keep what fits', (_name, details) => {
    const cut = shortDetails(details);
    expect(JSON.stringify(cut).length).toBeLessThan(mostDetails * 3);
    expect(cut).toMatchObject({ needed: 40, shortened: expect.stringContaining('characters of details') });
  });

  it('are not all that has a limit', () => {
    const failure = new Failure('service', 'm'.repeat(400_000), { hint: 'h'.repeat(400_000) });
    expect(failureJson(failure).length).toBeLessThan(mostDetails);
    expect(failureLines(failure).join('').length).toBeLessThan(mostDetails);
  });
});

it.each([402, 500])(
  'an answer of 400,000 numbers with the status %i is no line of a megabyte',
  { tags: 'slow' },
  async (status) => {
    const body = `{"campaigns":[${Array(400_000).fill(1)}]}`;
    const world = await liveWorld({
      env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
      answer: () => ({ status, body }),
    });
    for (const form of ['--json', '--no-color']) {
      const { exit, err } = await world.outreach(`campaigns list ${form}`);
      expect(exit).toBe(status === 402 ? 10 : 11);
      expect(err.length).toBeLessThan(100_000);
    }
  },
);

it('a list of wrong items is checked up to the first', () => {
  let asked = 0;
  const item = {
    get id() {
      asked++;
      return 'wrong';
    },
  };
  expect(firstProblemOf(campaigns.list.response, { campaigns: Array(100_000).fill(item) })?.field).toBe(
    'campaigns.0.id',
  );
  expect(asked).toBeLessThan(5);
});
