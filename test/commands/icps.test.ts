import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

describe('outreach audience size', () => {
  it('counts people, and refuses to count nobody before anything is sent', async () => {
    const world = await newWorld();
    const run = await world.outreach(
      'audience size --title "Head of Sales" --location Germany --size 11-50 --json',
    );
    expect(run.json().audienceSize).toBeGreaterThan(0);
    expect((await world.outreach('audience size --title "Head of Sales"')).out).toMatch(
      /^audienceSize\t\d+\n$/,
    );
    const asked = world.requests.length;
    expect((await world.outreach('audience size')).exit).toBe(2);
    expect(world.requests).toHaveLength(asked);
    const unknown = await world.outreach('audience size --seniority Wizard');
    expect([unknown.exit, unknown.err]).toEqual([2, expect.stringContaining('--seniority must be')]);
  });

  it.each([
    ['Frankreich', 'France'],
    [' fr ', 'France'],
    ['Turkey', 'Türkiye'],
    ['UK', 'United Kingdom'],
  ])('counts the people of a country by any of its names: %s', async (place, country) => {
    const world = await newWorld();
    const sizeOf = (location: string) => world.outreach(['audience', 'size', '--location', location]);
    const { out, err } = await sizeOf(place);
    expect(out).toBe((await sizeOf(country)).out);
    expect(err).toContain(`--location ${place} means ${country}.`);
  });

  it.each([
    ['DE', 'Germany', 'Delaware'],
    ['ca', 'Canada', 'California'],
  ])('warns that %s is a country, and not a state', async (place, country, state) => {
    const world = await newWorld();
    const { out, err } = await world.outreach(`audience size --location ${place} --json`);
    expect(out).toBe((await world.outreach(`audience size --location ${country} --json`)).out);
    expect(JSON.parse(err).warning).toContain(`--location ${place} means ${country}, not ${state}.`);
  });

  it.each(['ON', 'xx'])('warns that %s is no country', async (place) => {
    const world = await newWorld();
    const dry = await world.outreach(`icps create There --location ${place} --dry-run --json`);
    expect(dry.json().body.locations).toEqual([place]);
    expect(JSON.parse(dry.err).warning).toContain(`--location ${place} is no country`);
  });

  it.each(['England', 'Granada', 'California', 'Berlin'])(
    'leaves another place as it is: %s',
    async (place) => {
      const world = await newWorld();
      const dry = await world.outreach(`icps create There --location ${place} --dry-run --json`);
      expect([dry.json().body.locations, dry.err]).toEqual([[place], '']);
    },
  );
});

describe('a profile with a country by its code', () => {
  it('finds the people of that country', async () => {
    const world = await newWorld();
    const made = await world.outreach('icps create There --location DE --primary --json');
    expect(made.json().locations).toEqual(['Germany']);
    await world.outreach('prospects source --count 3 --yes');
    const { items } = (await world.outreach('leads list --json')).json();
    expect(items.map(({ customVariables }: { customVariables: object }) => customVariables)).toEqual(
      Array(3).fill(expect.objectContaining({ country: 'Germany' })),
    );
    const changed = await world.outreach('icps update 1 --location Allemagne --location Spain --json');
    expect(changed.json().locations).toEqual(['Germany', 'Spain']);
  });
});

describe('outreach icps', () => {
  const create = 'icps create "German sales" --title "Head of Sales" --location Germany --keyword saas';

  it('creates, shows, lists, sizes and picks the primary one', async () => {
    const world = await newWorld();
    expect((await world.outreach('icps primary')).exit).toBe(6);
    const made = await world.outreach(`${create} --primary --json`);
    expect(made.json()).toMatchObject({ id: 1, titles: ['Head of Sales'], isPrimary: true });
    await world.outreach('icps create Others --title CEO');
    expect((await world.outreach('icps list --json')).json()).toMatchObject({
      total: 2,
      items: [{ id: 2 }, { id: 1 }],
    });
    const sized = (await world.outreach('icps size 1 --json')).json();
    expect(sized.icp.estimatedAudienceSize).toBe(sized.audienceSize);
    expect((await world.outreach('icps get 1')).out).toContain('Head of Sales');
    expect((await world.outreach('icps set-primary 2 --json')).json()).toMatchObject({
      id: 2,
      isPrimary: true,
    });
    expect((await world.outreach('icps primary --json')).json().id).toBe(2);
    expect((await world.outreach('icps get 1 --json')).json().isPrimary).toBe(false);
  });

  it('says what to add to one without criteria before it is sized', async () => {
    const world = await newWorld();
    await world.outreach('icps create Empty');
    const { exit, err } = await world.outreach('icps size 1');
    expect([exit, err]).toEqual([2, expect.stringContaining('Nothing describes the audience of profile 1')]);
    const fix = /outreach (icps update 1 --title .*)/.exec(err)?.[1] ?? '';
    expect((await world.outreach(fix)).exit).toBe(0);
    expect((await world.outreach('icps size 1 --json')).json().audienceSize).toBeGreaterThan(0);
  });

  it('changes what is given, and clears lists only where told to', async () => {
    const world = await newWorld();
    await world.outreach(create);
    const changed = await world.outreach(
      'icps update 1 --title CEO --title Owner --clear keyword,location --json',
    );
    expect(changed.json()).toMatchObject({
      name: 'German sales',
      titles: ['CEO', 'Owner'],
      keywords: [],
      locations: [],
    });
    expect((await world.outreach('icps update 1')).exit).toBe(2);
    const both = await world.outreach('icps update 1 --title CEO --clear title');
    expect([both.exit, both.err]).toEqual([2, expect.stringContaining('--clear')]);
  });

  it('deletes only what somebody agreed to', async () => {
    const world = await newWorld();
    await world.outreach(`${create} --primary`);
    const refused = await world.outreach('icps delete 1');
    expect([refused.exit, refused.err]).toEqual([
      3,
      expect.stringMatching(/profile 1, "German sales" will be deleted[\s\S]*It is the primary one/),
    ]);
    expect((await world.outreach('icps delete 1 --yes --json')).json()).toEqual({ id: 1, deleted: true });
    expect((await world.outreach('icps get 1')).exit).toBe(6);
    expect((await world.outreach('icps delete 1 --yes')).err).toContain('outreach icps list');
  });
});
