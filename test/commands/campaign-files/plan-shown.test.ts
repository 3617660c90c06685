import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld, type WorldOptions } from '../../world.ts';

const twoSteps =
  '--- step ---\nSubject: A question\n\nHello {firstName}.\n\n--- step delay=3d thread ---\n\nDid this reach you?\n';
const people = Array.from({ length: 8 }, (_, at) => `ana${at}@lumen${at}.example,Ana`);

/** A running campaign of eight, one of whom bounces, that has sent its first emails, and a file that changes it. */
async function runningWorld(file: string, options: WorldOptions = {}) {
  const world = await newWorld(options);
  await world.outreach('campaigns create Autumn');
  await world.outreach('leads import - --campaign 1', { stdin: ['email,First Name', ...people].join('\n') });
  await world.outreach('campaigns senders attach 1 1');
  await world.outreach('campaigns sequence set 1 -', { stdin: twoSteps });
  await world.outreach('campaigns schedule 1 --days mon-sun --from 00:00 --to 23:59');
  await world.outreach('campaigns resume 1 --yes');
  await world.outreach('sandbox clock advance 1d');
  await mkdir(join(world.home, 'camp'));
  await writeFile(join(world.home, 'camp/autumn.md'), `---\nname: Autumn\n---\n${file}`);
  world.requests.length = 0;
  return world;
}

describe('a plan for a running campaign', () => {
  it('says whom a change reaches, with two more calls', async () => {
    const world = await runningWorld(twoSteps.replace('Did this reach', 'Has this reached'));
    const { json } = await world.outreach('campaigns plan camp --json');
    expect(json().items[0]).toMatchObject({ running: true, people: { betweenSteps: 7, leads: 8 } });
    expect(world.requests.filter((line) => /stats|\/leads/.test(line))).toHaveLength(2);
  });

  it('counts who has had the step that changes, and looks only at what it needs', async () => {
    const world = await runningWorld(twoSteps.replace('Hello', 'Good day'));
    expect((await world.outreach('campaigns plan camp --json')).json().items[0].people).toEqual({
      betweenSteps: 7,
      leads: 0,
    });
    await writeFile(
      join(world.home, 'camp/autumn.md'),
      `---\nname: Autumn\ndailyLimit: 70\n---\n${twoSteps}`,
    );
    world.requests.length = 0;
    expect((await world.outreach('campaigns plan camp --json')).json().items[0].people).toEqual({
      betweenSteps: 7,
    });
    expect(world.requests.filter((line) => /\/leads/.test(line))).toEqual([]);
    await writeFile(join(world.home, 'camp/autumn.md'), `---\nname: Autumn\n---\n${twoSteps}`);
    world.requests.length = 0;
    expect((await world.outreach('campaigns plan camp --json')).json().items[0].people).toBeUndefined();
    expect(world.requests.filter((line) => /stats/.test(line))).toEqual([]);
  });

  it('leaves out what the service does not tell', async () => {
    const faults = [{ operation: 'campaigns.stats', kind: 'status:404' as const }];
    const world = await runningWorld(twoSteps.replace('Did this reach', 'Has this reached'), { faults });
    const { exit, json } = await world.outreach('campaigns plan camp --json');
    expect([exit, json().items[0].people]).toEqual([0, { betweenSteps: null, leads: null }]);
  });
});

describe('a plan for programs', () => {
  it('is a row for each field in a pipe', async () => {
    const world = await runningWorld(twoSteps.replace('Hello', 'Good\tday'));
    expect((await world.outreach('campaigns plan camp')).out).toBe(
      'autumn.md\t1\tchange\tsteps.1.body\tchange\tHello {firstName}.\tGood\\tday {firstName}.\n',
    );
  });

  it('is Markdown alone on stdout, also where the exit code says that it differs', async () => {
    const world = await runningWorld(twoSteps.replace('Hello', 'Good day'));
    const { exit, out, err } = await world.outreach('campaigns plan camp --markdown --detailed-exitcode');
    expect(exit).toBe(20);
    expect(out).toMatch(/^## Plan for profile sandbox \(sandbox\), 1 file, 1 campaign\n/);
    expect(out).toContain('[-Hello-]{+Good day+}');
    expect(err).toContain('differ');
    expect((await world.outreach('campaigns plan camp --markdown --json')).exit).toBe(2);
  });
});
