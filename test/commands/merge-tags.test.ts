import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newWorld } from '../world.ts';

it('are folded alike by an import, the sandbox and its emails: each space is an underscore, a tab is none', async () => {
  const world = await newWorld();
  const file = 'email,Deal Size,Deal  Size,"Deal\tSize"\nann@acme.example,one,two,tab\n';
  const { id } = (await world.outreach('campaigns create Tags --json')).json();
  const chosen = ['Deal  Size', 'Deal\tSize'].flatMap((name) => ['--map', `${name}=var:${name}`]);
  const imported = await world.outreach(
    ['leads', 'import', '-', '--campaign', `${id}`, '--json', ...chosen],
    {
      stdin: file,
    },
  );
  expect(imported.exit, imported.err).toBe(0);
  const { customVariables } = (await world.outreach('leads get ann@acme.example --json')).json();
  expect(customVariables).toEqual({ 'Deal Size': 'one', 'Deal  Size': 'two', 'Deal\tSize': 'tab' });
  await world.outreach(`campaigns sequence set ${id} -`, {
    stdin: JSON.stringify([{ subject: 'Hi', body: '{deal_size} {Deal  Size} {deal\tsize} {Deal   Size}' }]),
  });
  await world.outreach(`campaigns schedule ${id} --days mon,tue,wed,thu,fri`);
  await world.outreach(`campaigns senders attach ${id} 1`);
  const started = await world.outreach(
    `campaigns resume ${id} --yes --accept merge-tag-unknown=meant --json`,
  );
  expect(started.exit, started.err).toBe(0);
  await world.outreach('sandbox clock advance 1d');
  const [email] = (await world.outreach('sandbox outbox list --missing --json')).json().items;
  expect((await world.outreach(`sandbox outbox show ${email?.id} --json`)).json()).toMatchObject({
    body: expect.stringContaining('one two tab {Deal   Size}'),
    missing: ['deal___size'],
  });
});

it('number the second column of one tag, and refuse one that was chosen twice', async () => {
  const world = await newWorld();
  const stdin = 'email,Deal Size,deal_size\nann@acme.example,1,2\n';
  const { exit, err } = await world.outreach('leads import -', { stdin });
  expect([exit, err]).toEqual([
    0,
    expect.stringContaining('Column "deal_size" is {deal_size_2}: another column is {deal_size}.'),
  ]);
  const chosen = await world.outreach(
    ['leads', 'import', '-', '--map', 'Deal Size=var:x', '--map', 'deal_size=var:X'],
    { stdin },
  );
  expect([chosen.exit, chosen.err]).toEqual([2, expect.stringContaining('both become merge tag {x}')]);
});

it('show the columns by one row, the first that has most of them', async () => {
  const world = await newWorld();
  const stdin = 'Email,Name,City\na@lumen.example,,\nb@lumen.example,Bo,Bonn\nc@lumen.example,Cy,Cadiz\n';
  const { mapping } = (await world.outreach('leads import - --dry-run --json', { stdin })).json();
  expect(mapping.map(({ sample }: { sample: string }) => sample)).toEqual(['b@lumen.example', 'Bo', 'Bonn']);
});

it('find a value that is itself a placeholder, before it goes out and after', async () => {
  const world = await newWorld();
  const file = 'email,First Name\nann@acme.example,Ann\nbo@bolt.example,{lastName}\n';
  const text =
    '--- step ---\nSubject: A question, {firstName}\n\nHi {firstName}. To opt out, reply "no".\n\n--- step delay=1d thread ---\n\nDid this reach you?\n';
  await writeFile(join(world.home, 'copy.md'), text);
  await world.outreach('campaigns create Tags');
  await world.outreach('leads import - --campaign 1', { stdin: file });
  await world.outreach('campaigns sequence set 1 copy.md');
  await world.outreach('campaigns schedule 1 --days mon-sun');
  await world.outreach('campaigns senders attach 1 1');

  const found = { rule: 'placeholder-left', severity: 'block', count: 1, examples: ['bo@bolt.example'] };
  const check = await world.outreach('campaigns check 1 --json');
  expect([check.exit, check.json().passed]).toEqual([16, false]);
  expect(check.json().problems).toContainEqual(
    expect.objectContaining({
      ...found,
      message: expect.stringContaining('outreach leads update bo@bolt.example --first-name <value>'),
      fix: null,
    }),
  );
  const listed = await world.outreach('campaigns check 1 --rule placeholder-left --leads');
  expect(listed.out).toBe('bo@bolt.example\n');
  const audit = await world.outreach('leads audit - --sequence copy.md --json', { stdin: file });
  expect([audit.exit, audit.json().problems]).toEqual([
    16,
    [expect.objectContaining({ ...found, rows: [3] })],
  ]);
  const preview = await world.outreach('campaigns preview 1 --lead bo@bolt.example --json');
  expect(preview.json().emails.map(({ missing }: { missing: string[] }) => missing)).toEqual([
    ['firstname'],
    ['firstname'],
  ]);
  const shown = await world.outreach('campaigns preview 1 --lead bo@bolt.example', { tty: true });
  expect(shown.out).toMatch(/Not filled in.*✗ \{lastName\}/);
  expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(16);

  await world.outreach('campaigns resume 1 --yes --accept placeholder-left=meant');
  for (const [line, stdin] of [
    ['leads add cy@cog.example --first-name [Name] --campaign 1 --yes'],
    ['leads import - --campaign 1 --yes', 'email,First Name\ncy@cog.example,<first name>\n'],
  ] as const) {
    const joined = await world.outreach(line, { stdin: stdin ?? '' });
    expect([joined.exit, joined.err]).toEqual([16, expect.stringContaining('placeholder-left')]);
  }
  await world.outreach('sandbox clock advance 5d');
  const { items } = (await world.outreach('sandbox outbox list --missing --json')).json();
  expect(items.map(({ to, missing }: { to: string; missing: string[] }) => [to, missing])).toEqual([
    ['bo@bolt.example', ['firstname']],
    ['bo@bolt.example', ['firstname']],
  ]);
});
