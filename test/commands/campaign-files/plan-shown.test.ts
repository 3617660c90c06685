import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
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

const newCampaign = `---
name: Spring launch
dailyLimit: 80
---
--- step ---
Subject: A question for \${year}

Hello {firstName}.
--- variant B ---
Subject: Another one

Good day.

--- step delay=3d thread ---

Did this reach you?
--- signature ---
Anna
`;

describe('a plan for a new campaign', () => {
  it('shows all that is created, also in the question and as Markdown', async () => {
    const world = await newWorld();
    await mkdir(join(world.home, 'camp'));
    await writeFile(join(world.home, 'camp/spring.md'), newCampaign);
    const { details } = JSON.parse((await world.outreach('campaigns apply camp --json')).err).error;
    const { out: markdown } = await world.outreach('campaigns plan camp --markdown');
    for (const shown of [details.facts.join('\n'), markdown])
      for (const part of [
        '"Spring launch"',
        `A question for ${'$'}{year}`,
        'Hello {firstName}.',
        'step 1 variant B subject  Another one',
        'step 1 variant B body     Good day.',
        '3 days after the step before, in the same thread',
        'Did this reach you?',
        'signature                 Anna',
        `${'$'}{year} in steps.1.subject is sent as it is written`,
      ])
        expect(shown).toContain(part);
  });

  it('cuts a text only beyond 20,000 characters, and says how much', async () => {
    const world = await newWorld();
    await mkdir(join(world.home, 'camp'));
    const body = (length: number) =>
      `---\nname: Long\n---\n--- step ---\nSubject: a\n\n${'x'.repeat(length)}y\n`;
    await writeFile(join(world.home, 'camp/long.md'), body(19_999));
    expect((await world.outreach('campaigns plan camp --no-color', { tty: true })).out).not.toContain(
      'not shown',
    );
    await writeFile(join(world.home, 'camp/long.md'), body(30_000));
    expect((await world.outreach('campaigns plan camp --no-color', { tty: true })).out).toContain(
      '10,001 more characters of 30,001 not shown',
    );
  });

  it('says which file is gone where it was renamed together with its campaign', async () => {
    const world = await runningWorld(twoSteps);
    await world.outreach('campaigns apply camp --yes --allow-live');
    await rm(join(world.home, 'camp/autumn.md'));
    await writeFile(join(world.home, 'camp/fall.md'), `---\nname: Fall\n---\n${twoSteps}`);
    const { out } = await world.outreach('campaigns plan camp --no-color', { tty: true });
    expect(out).toContain('+ create    fall.md');
    expect(out).toContain('No longer managed: autumn.md is gone.');
  });
});

describe('what a plan needs and does beside its fields', () => {
  const changed = twoSteps.replace('Hello', 'Good day');

  it('says that --allow-live is needed until it is given, and that --pause-first pauses', async () => {
    const world = await runningWorld(changed);
    const plan = async (options: string) => {
      const { out, err } = await world.outreach(`campaigns plan camp ${options}`);
      return { out, err };
    };
    expect((await plan('')).err).toContain('RUNNING: 7 people mid-sequence; needs --allow-live');
    expect((await plan('--allow-live')).err).not.toContain('needs');
    const paused = await plan('--pause-first');
    expect(paused.err).toContain('it is paused first, and nothing resumes it');
    expect(paused.err).toContain('1 to change, 1 to pause. 2 changes to make.');
    expect(paused.out).toContain('autumn.md\t1\tchange\tstatus\tchange\trunning\tpaused\n');
    const { error } = JSON.parse((await world.outreach('campaigns apply camp --pause-first --json')).err);
    expect(error.message).toContain('Make 2 changes to 1 campaign, and pause 1 of them?');
  });

  it('goes on with the options of the plan', async () => {
    const world = await runningWorld(changed);
    const next = async (options: string) =>
      (await world.outreach(`campaigns plan camp --no-color ${options}`, { tty: true })).err.replaceAll(
        / \\\n */g,
        ' ',
      );
    expect(await next('')).toContain('campaigns apply camp --allow-live');
    expect(await next('')).toContain('campaigns apply camp --pause-first');
    expect(await next('--pause-first --overwrite-drift')).toContain(
      'campaigns apply camp --overwrite-drift --pause-first',
    );
    expect(await next(`--allow-live --out ${join(world.home, 'p.json')}`)).toMatch(
      /campaigns apply \S+p\.json\n/,
    );
  });

  it('says what to do about drift, also where the exit code says that it differs', async () => {
    const world = await runningWorld(`--- signature ---\nAnna\n`);
    await writeFile(join(world.home, 'camp/autumn.md'), '---\nname: Autumn\ndailyLimit: 70\n---\n');
    await world.outreach('campaigns apply camp --yes --allow-live');
    await world.outreach('campaigns update 1 --daily-limit 90 --yes');
    await world.outreach('campaigns create Winter');
    const { err } = await world.outreach('campaigns diff camp');
    // Without the name, it would write a file for the other campaign as well.
    expect(err).toMatch(/outreach campaigns pull camp 1\n/);
    expect(err).toContain('outreach campaigns plan camp --overwrite-drift');
    expect((await world.outreach('campaigns apply camp --yes')).err).toContain(
      '1 drift. No change to make.\nWhat drifted in the service is kept; --overwrite-drift sets it back.',
    );
  });

  it('names only the campaign of a file that is planned alone: a pull of the folder writes all of them', async () => {
    const world = await runningWorld(`--- signature ---\nAnna\n`);
    const write = (limit: number) =>
      writeFile(join(world.home, 'camp/autumn.md'), `---\nname: Autumn\ndailyLimit: ${limit}\n---\n`);
    await write(70);
    await world.outreach('campaigns apply camp --yes --allow-live');
    await world.outreach('campaigns create Winter');
    await world.outreach('campaigns update 1 --daily-limit 90 --yes');
    const { err } = await world.outreach('campaigns diff camp/autumn.md');
    expect(err).toMatch(/outreach campaigns pull camp 1\n/);
    await write(80);
    const refused = await world.outreach('campaigns apply camp/autumn.md --yes --allow-live');
    expect({ exit: refused.exit, err: refused.err }).toEqual({
      exit: 7,
      err: expect.stringMatching(/outreach campaigns pull camp 1$/m),
    });
    await world.outreach('campaigns pull camp 1');
    expect((await readdir(join(world.home, 'camp'))).filter((name) => name.endsWith('.md'))).toEqual([
      'autumn.md',
    ]);
  });

  it('names the campaign of each file that is gone', async () => {
    const world = await newWorld();
    await mkdir(join(world.home, 'camp'));
    for (const name of ['a', 'b'])
      await writeFile(join(world.home, `camp/${name}.md`), `---\nname: ${name}\n---\n`);
    await world.outreach('campaigns apply camp --yes');
    await world.outreach('sandbox reset --yes');
    const plan = await world.outreach('campaigns plan camp --no-color', { tty: true });
    expect(plan.out).toContain('+ create (1 is gone)  a.md  needs --recreate');
    expect(plan.err).toContain('campaigns apply camp --recreate');
    const { err } = await world.outreach('campaigns apply camp/a.md --leads people.csv --start --yes');
    expect(err).toContain('outreach campaigns apply camp/a.md --recreate --leads people.csv --start');
    expect((await world.outreach('campaigns apply camp --yes')).err).toContain('a.md (1), b.md (2)');
  });

  it('counts what is only to be done by hand as such', async () => {
    const world = await runningWorld('');
    await writeFile(join(world.home, 'camp/autumn.md'), '---\nname: Autumn\nsenders: []\n---\n');
    const { out } = await world.outreach('campaigns plan camp --no-color', { tty: true });
    expect(out).toContain('~ by hand ');
    expect(out).toContain('1 by hand. No change to make.');
  });

  it('says of a step that goes that it is removed', async () => {
    const world = await runningWorld(twoSteps.slice(0, twoSteps.indexOf('--- step delay')));
    expect((await world.outreach('campaigns plan camp')).out).toContain(
      'autumn.md\t1\tchange\tsteps.2.body\tremoved\tDid this reach you?\t\n',
    );
  });
});
