import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

const withoutColours = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

async function atTerminal(columns = 120) {
  const world = await newWorld({ tty: true, columns, env: { OUTREACH_PROFILE: 'sandbox' } });
  const next = async (line: string) => {
    const { exit, err, out } = await world.outreach(line);
    expect({ line, exit, err: exit === 0 ? '' : err }).toEqual({ line, exit: 0, err: '' });
    expect(out).not.toContain('Next:');
    return /^Next: .*(?:\n {6}.*)*/m.exec(withoutColours(err))?.[0];
  };
  return { world, next };
}

describe('what comes next', () => {
  it('leads from a new campaign to its start', async () => {
    const { next, world } = await atTerminal();
    // What needs a file or a choice is on the screen, with its place to fill in.
    const hours = 'Next: outreach campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00';
    expect(await next('campaigns create "Autumn launch"')).toBe(hours);
    const seen = 'see the campaign: outreach campaigns get 1';
    const people = 'Email\nana@lumen.example\n';
    const imported = await world.outreach('leads import - --campaign 1', { stdin: people });
    expect(withoutColours(imported.err)).toContain(`Next: ${seen}`);
    expect(await next('campaigns get 1')).toBe(hours);
    const written = await world.outreach('campaigns sequence set 1 -', {
      stdin: '--- step ---\nSubject: Hi\n\nHello',
    });
    expect(withoutColours(written.err)).toContain(`Next: ${seen}`);
    expect(await next('campaigns get 1')).toBe(hours);
    expect(await next('campaigns senders attach 1 1')).toBe(`Next: ${seen}`);
    expect(await next('campaigns get 1')).toMatch(/^Next: outreach campaigns schedule 1 --days/);
    expect(await next('campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00')).toBe(`Next: ${seen}`);
    expect(await next('campaigns get 1')).toBe('Next: outreach campaigns check 1');
    // Nothing that it has already is suggested again: the same step would replace it.
    await world.outreach('campaigns resume 1 --yes');
    writeFileSync(join(world.home, 'people.csv'), people);
    for (const part of ['leads import people.csv --yes --campaign 1', 'campaigns senders attach 1 1 --yes'])
      expect([part, await next(part)]).toEqual([part, `Next: ${seen}`]);
  });

  it('is no wider than a window of 60 columns, whole or not at all', async () => {
    const { next } = await atTerminal(60);
    const domains = Array.from({ length: 9 }, (_, at) => `get-acme-${at}.com`);
    const lines =
      (await next(`senders plan --emails 900 --by 30d --no-existing --domains ${domains}`))?.split('\n') ??
      [];
    expect(lines.at(-1)).toMatch(/^ +(?:get-acme-\d.com ?)+$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
  });

  it('begins with a whole word in a window that breaks what it does', async () => {
    const { next, world } = await atTerminal(30);
    await world.outreach('leads add ana@lumen.example --first-name Ana');
    writeFileSync(join(world.home, 'people.csv'), 'Email,First name\nana@lumen.example,Anna\n');
    expect(await next('leads import people.csv')).toMatch(/^Next: (?:put the old values back: |outreach )/);
  });

  it('keeps the profile that was named', async () => {
    const { next } = await atTerminal();
    expect(await next('campaigns create Autumn --profile sandbox')).toBe(
      'Next: outreach campaigns schedule 1 --profile sandbox --days mon-fri --from 09:00 --to 17:00',
    );
  });

  it('breaks between commands, and within one as a shell reads it', async () => {
    const { next, world } = await atTerminal(60);
    await world.outreach('campaigns create Autumn');
    await world.outreach('leads import - --campaign 1', { stdin: 'Email\nana@lumen.example\n' });
    await world.outreach('campaigns sequence set 1 -', { stdin: '--- step ---\nSubject: Hi\n\nHello' });
    await world.outreach('campaigns senders attach 1 1');
    expect(await next('campaigns get 1')).toBe(
      ['Next: outreach campaigns schedule 1 --days mon-fri --from \\', '          09:00 --to 17:00'].join(
        '\n',
      ),
    );
  });

  it.each(['-q', '--json', '--ndjson', '--csv'])('is left out with %s', async (flag) => {
    const { world } = await atTerminal();
    expect((await world.outreach(`campaigns create Autumn ${flag}`)).err).not.toContain('Next');
  });

  it('is left out after a failure and after a dry run', async () => {
    const { world } = await atTerminal();
    expect((await world.outreach('campaigns get 7')).err).not.toContain('Next');
    expect((await world.outreach('campaigns create Autumn --dry-run')).err).not.toContain('Next');
  });

  it('never starts again what was just stopped', async () => {
    const { next, world } = await atTerminal();
    await world.outreach('campaigns create Autumn');
    world.database.exec("UPDATE campaign SET status = 'running'");
    expect(await next('campaigns pause 1')).toBeUndefined();
  });

  it('points to the drafts that wait after time has passed', async () => {
    const { next } = await atTerminal();
    expect(await next('sandbox snapshot save before')).toBe(
      'Next: come back to it: outreach sandbox snapshot load before',
    );
    expect(await next('sandbox clock advance 1d')).toBeUndefined();
  });
});

describe('what a campaign lacks', () => {
  const signs = (out: string) =>
    Object.fromEntries(
      [...withoutColours(out).matchAll(/^(Leads|Sequence|Mailboxes|Schedule) +(\S)/gm)].map(
        ([, part, sign]) => [part, sign],
      ),
    );

  it('is in its record at a terminal, with at most four more reads', async () => {
    const { world } = await atTerminal();
    const created = await world.outreach('campaigns create Autumn');
    const none = { Leads: '✗', Sequence: '✗', Mailboxes: '✗', Schedule: '✗' };
    expect(signs(created.out)).toEqual(none);
    expect(world.requests.at(-1)).toBe('POST /campaigns');
    world.requests.length = 0;
    expect(signs((await world.outreach('campaigns get 1')).out)).toEqual(none);
    expect(world.requests.length).toBeLessThanOrEqual(5);
    world.requests.length = 0;
    const updated = signs((await world.outreach('campaigns update 1 --daily-limit 50')).out);
    expect(updated).toEqual({ Leads: '?', Sequence: '?', Mailboxes: '✗', Schedule: '✗' });
    // Whether it runs: then it asks.
    expect(world.requests).toEqual(['GET /campaigns', 'PUT /campaigns/1']);
  });

  it('is not looked for elsewhere', async () => {
    const piped = await newWorld({ env: { OUTREACH_PROFILE: 'sandbox' } });
    await piped.outreach('campaigns create Autumn');
    for (const line of ['campaigns get 1', 'campaigns get 1 --json']) await piped.outreach(line);
    const { world } = await atTerminal();
    await world.outreach('campaigns create Autumn');
    for (const line of ['campaigns get 1 --json', 'campaigns get 1 -q', 'campaigns get 1 --fields name'])
      await world.outreach(line);
    for (const { requests } of [piped, world]) {
      const after = requests.slice(requests.indexOf('POST /campaigns') + 1);
      expect(after).toEqual(after.map(() => 'GET /campaigns/1'));
    }
  });

  it('is not known where a read fails, and is not an error', async () => {
    const world = await newWorld({
      tty: true,
      env: { OUTREACH_PROFILE: 'sandbox' },
      faults: [{ operation: 'campaigns.sequence', kind: 'status:500' }],
    });
    await world.outreach('campaigns create Autumn');
    const { exit, out } = await world.outreach('campaigns get 1');
    expect({ exit, ...signs(out) }).toEqual({
      exit: 0,
      Leads: '✗',
      Sequence: '?',
      Mailboxes: '✗',
      Schedule: '✗',
    });
  });
});
