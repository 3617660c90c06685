import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

const leads = Array.from({ length: 200 }, (_, at) => ({ id: at + 1, email: `lead${at}@acme.example` }));
const answers = {
  'the same page again': { leads, total: 650, page: 1, limit: 200, hasMore: true },
  'an empty page': { leads: [], total: 50, page: 1, limit: 200, hasMore: true },
};

it('says where a service went on past its own total that the reading was ended', async () => {
  let next = 0;
  const fresh = () => Array.from({ length: 200 }, () => ({ id: ++next, email: `lead${next}@acme.example` }));
  const { outreach } = await liveWorld({
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
    answer: ({ path }) =>
      path.endsWith('/leads')
        ? { body: JSON.stringify({ leads: fresh(), total: 1000, page: 1, limit: 200, hasMore: true }) }
        : undefined,
  });
  const run = await outreach('leads list --all --json');
  expect(run.exit).toBe(15);
  expect(JSON.parse(run.err).error.message).toContain('counted 1,000, and went on after 3,000');
});

describe.each(Object.entries(answers))('a list of which the service sends %s', (_, page) => {
  const world = () =>
    liveWorld({
      env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
      answer: ({ path }) => (path.endsWith('/leads') ? { body: JSON.stringify(page) } : undefined),
    });

  it.each(['leads list --all --json', 'leads list --all --ndjson'])(
    'is called incomplete: %s',
    async (line) => {
      const run = await (await world()).outreach(line);
      expect([run.exit, JSON.parse(run.err).error.code]).toEqual([15, 'incomplete_list']);
      if (line.endsWith('--json')) expect(run.json()).toMatchObject({ hasMore: true, complete: false });
    },
  );

  it('is no whole list in a pipe, and where it is filtered', async () => {
    const service = await world();
    for (const line of ['leads list --all', 'leads list --all --name x']) {
      const run = await service.outreach(line);
      expect([run.exit, run.err]).toEqual([15, expect.stringContaining('Error: The list is incomplete')]);
    }
  });

  it('ends an export as partly done', async () => {
    const service = await world();
    const piped = await service.outreach('leads export --ndjson');
    expect([piped.exit, piped.out.split('\n').length - 1]).toEqual([15, page.leads.length]);
    expect(JSON.parse(piped.err.trim().split('\n').at(-1) ?? '').error.code).toBe('incomplete_list');
    const toFile = await service.outreach('leads export --output out.ndjson --json');
    expect([toFile.exit, JSON.parse(toFile.err).error.code]).toEqual([15, 'incomplete_list']);
    await expect(readFile(join(service.home, 'out.ndjson'))).rejects.toThrow('ENOENT');
  });
});
