import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/contract/wire.ts';
import { newWorld } from '../world.ts';

const failureOf = (err: string) => JSON.parse(err).error;

describe('a campaign by its name', () => {
  const withCampaigns = async (...names: string[]) => {
    const world = await newWorld();
    for (const name of names) await world.outreach(['campaigns', 'create', name, '-q', '--again']);
    world.requests.length = 0;
    return world;
  };

  it('is found whatever the case, and by id without a look', async () => {
    const world = await withCampaigns('Autumn launch', 'Spring');
    expect((await world.outreach('leads list --json --campaign "autumn LAUNCH"')).exit).toBe(0);
    expect(world.requests).toEqual(['GET /campaigns', 'GET /leads']);
    world.requests.length = 0;
    expect((await world.outreach('leads list --json --campaign 1')).exit).toBe(0);
    expect(world.requests).toEqual(['GET /leads']);
  });

  it('that is not there: exit 6, with the nearest one', async () => {
    const world = await withCampaigns('Autumn launch');
    const { exit, err } = await world.outreach('leads list --json --campaign "Autum launch"');
    expect(exit).toBe(6);
    expect(failureOf(err)).toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining("'Autumn launch'"),
    });
    expect(world.requests).toEqual(['GET /campaigns']);
  });

  it('whose name breaks its line is shown on one', async () => {
    const world = await withCampaigns('Autumn launch\nNext: outreach campaigns resume 1 --yes');
    const { err } = await world.outreach('leads list --campaign "Autumn launch"');
    expect(err).toContain("Did you mean 'Autumn launch␊Next:");
  });

  it('that two have: exit 2, with their ids', async () => {
    const world = await withCampaigns('Twin', 'Twin');
    const { exit, err } = await world.outreach('leads list --json --campaign twin');
    expect(exit).toBe(2);
    expect(failureOf(err)).toMatchObject({
      code: 'ambiguous',
      hint: expect.stringMatching(/\b1\b.*\b2\b|\b2\b.*\b1\b/),
    });
  });
});

describe('a lead', () => {
  it('is found by its address', async () => {
    const world = await newWorld();
    await world.outreach('leads add Ana@Lumen.example -q');
    const { exit, json } = await world.outreach('leads get ana@lumen.EXAMPLE --json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ id: 1 });
  });

  it('is found where the service does not filter by address, and gives others first', async () => {
    const world = await newWorld({
      between: (next) => (request, signal) =>
        next({ ...request, query: request.query.filter(([name]) => name !== 'email') }, signal),
    });
    const rows = Array.from({ length: 250 }, (_, at) => `p${at}@firm.example`);
    await world.outreach('leads import -', { stdin: `email\n${rows.join('\n')}\n` });
    const { exit, json } = await world.outreach('leads get p7@firm.example --json');
    expect([exit, json().lead?.email ?? json().email]).toEqual([0, 'p7@firm.example']);
    expect((await world.outreach('leads get p999@firm.example')).exit).toBe(6);
  });

  it.each([
    ['nobody@lumen.example', 6],
    ['not-an-address', 2],
    ['-1', 2],
    ['1.5', 2],
  ])('%s is none: exit %i', async (word, exit) => {
    const world = await newWorld();
    expect((await world.outreach(['leads', 'get', word])).exit).toBe(exit);
  });

  it('keeps every digit of an id that no number can hold', async () => {
    const paths: string[] = [];
    const looking =
      (next: Transport): Transport =>
      (request, signal) => {
        paths.push(request.path);
        return next(request, signal);
      };
    const world = await newWorld({ between: looking });
    await world.outreach('leads get 9007199254740993');
    expect(paths).toEqual(['/leads/9007199254740993']);
  });
});

describe('a sender', () => {
  it('is found by its address', async () => {
    const world = await newWorld();
    const { exit, json } = await world.outreach('senders get ANNA.BERG@northwind-mail.example --json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ address: 'anna.berg@northwind-mail.example' });
  });
});
