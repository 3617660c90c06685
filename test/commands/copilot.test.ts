import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

const session = Buffer.from('cookie of somebody').toString('base64');
const search = '--search-url https://network.example/search?q=cto';

describe('copilot plan', () => {
  it('drafts, and what is saved can be launched', async () => {
    const world = await newWorld();
    const { exit, out } = await world.outreach('copilot plan acme.com --json');
    expect(exit).toBe(0);
    await writeFile(join(world.home, 'plan.json'), out);
    const launched = await world.outreach('copilot launch Autumn --sequence plan.json --json');
    expect(launched.json()).toMatchObject({ campaignId: 1, status: 'draft' });
    const { steps } = (await world.outreach('campaigns sequence show 1 --json')).json();
    expect(steps.map(({ delayDays }: { delayDays: number }) => delayDays)).toEqual([0, 3, 5]);
  });

  it('writes the sequence to a file that launch and sequence set take', async () => {
    const world = await newWorld();
    expect((await world.outreach('copilot plan acme.com --out sequence.md')).exit).toBe(0);
    expect(await readFile(join(world.home, 'sequence.md'), 'utf8')).toContain('--- step delay=3d ---');
    expect((await world.outreach('copilot launch Autumn --sequence sequence.md')).exit).toBe(0);
    expect((await world.outreach('campaigns sequence set 1 sequence.md')).exit).toBe(0);
  });

  it('does not replace a file, which may have been edited, and does not ask for a draft then', async () => {
    const world = await newWorld();
    await world.outreach('copilot plan acme.com --out mine.md');
    await writeFile(join(world.home, 'mine.md'), '--- step ---\nSubject: Ours\n\nEdited\n');
    const asked = world.requests.length;
    const { exit, err } = await world.outreach('copilot plan acme.com --out mine.md');
    expect([exit, err]).toEqual([2, expect.stringContaining('Cannot write mine.md: it is there already')]);
    expect(err).toContain('Name another file, or move this one away.');
    expect(await readFile(join(world.home, 'mine.md'), 'utf8')).toContain('Edited');
    expect(world.requests).toHaveLength(asked);
  });

  it('asks for a description where the website is a placeholder', async () => {
    const world = await newWorld();
    const refused = await world.outreach('copilot plan parked.acme.com --json');
    expect(refused.exit).toBe(7);
    expect(JSON.parse(refused.err).error.hint).toContain('--description');
    const told = 'copilot plan parked.acme.com --description "Payroll for small teams"';
    expect((await world.outreach(told)).exit).toBe(0);
  });

  it('ends with 11 where the website cannot be read', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('copilot plan acme.invalid');
    expect(exit).toBe(11);
    expect(err).toContain('--description');
  });

  it('waits as long as the service asks where there were five in a minute', async () => {
    const world = await newWorld();
    for (let n = 0; n < 6; n++) expect((await world.outreach('copilot plan acme.com')).exit).toBe(0);
    expect(Math.max(...world.clock.slept)).toBeGreaterThanOrEqual(50_000);
  });
});

describe('copilot launch', () => {
  it('takes a sequence file and says what of it Copilot cannot hold', async () => {
    const world = await newWorld();
    const file = resolve(import.meta.dirname, '../../examples/sequence.md');
    const { exit, err } = await world.outreach(['copilot', 'launch', 'Autumn', '--sequence', file]);
    expect(exit).toBe(0);
    expect(err).toContain('not sent: the signature, variants, going on in the same thread');
    expect(err).toContain('outreach campaigns sequence set 1');
    const { steps } = (await world.outreach('campaigns sequence show 1 --json')).json();
    expect(steps[1].subject).toBe(`Re: ${steps[0].subject}`);
  });

  it('extracts leads with a session from a file or from standard input', async () => {
    const world = await newWorld();
    await writeFile(join(world.home, 'session.txt'), `${session}\n`);
    const bodies = async (line: string, stdin?: string) => world.outreach(line, stdin ? { stdin } : {});
    expect((await bodies(`copilot launch One ${search} --session-file session.txt`)).exit).toBe(0);
    expect((await bodies(`copilot launch Two ${search} --session-file -`, session)).exit).toBe(0);
    world.clock.advance(120_000);
    const { total } = (await world.outreach('leads list --campaign 1 --json')).json();
    expect(total).toBeGreaterThan(0);
  });

  it.each(['', '--json', '--debug', '--dry-run', '--dry-run --json', '--dry-run --debug'])(
    'never shows the session: %s',
    async (flags) => {
      const world = await newWorld();
      await writeFile(join(world.home, 'session.txt'), session);
      const run = await world.outreach(`copilot launch One ${search} --session-file session.txt ${flags}`);
      expect(run.exit).toBe(0);
      expect(run.out + run.err).not.toContain(session);
      if (flags === '--dry-run --json') expect(run.json().body.salesNavData).toBe('[hidden]');
    },
  );

  it.each([
    [`${search} --session-file bad.txt`, 'must be base64'],
    ['--session-file session.txt', '--search-url'],
    [`${search} --session-file empty.txt`, 'contains no session'],
    [`${search} --session-file - --sequence -`, 'not both'],
    ['--sequence late.json', 'sequence.0.followUpAfter must be 0'],
    ['--sequence soon.json', 'sequence.1.followUpAfter must be 1 to 30'],
    ['--sequence none.md', 'step 1 has no subject'],
    ['--icp list.json', 'must be a JSON object'],
  ])('refuses %s before anything is sent', async (options, reason) => {
    const world = await newWorld();
    const step = (followUpAfter: number) => ({ subject: 'Hello', body: 'Text', followUpAfter });
    const files = {
      'bad.txt': 'topsecret!!',
      'session.txt': session,
      'empty.txt': '\n',
      'late.json': JSON.stringify([step(2)]),
      'soon.json': JSON.stringify({ suggestedSequence: [step(0), step(0)] }),
      'none.md': '--- step thread ---\n\nHello',
      'list.json': '[]',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(world.home, name), text);
    const { exit, err } = await world.outreach(`copilot launch Autumn ${options}`);
    expect([exit, world.requests]).toEqual([2, []]);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(reason);
    expect(err).not.toContain('topsecret');
    expect(err).not.toContain(session);
  });
});
