import { expect, it } from 'vitest';
import { newWorld } from '../world.ts';

it('are folded alike by an import, the sandbox and its emails: each space is an underscore, a tab is none', async () => {
  const world = await newWorld();
  const file = 'email,Deal Size,Deal  Size,"Deal\tSize"\nann@acme.example,one,two,tab\n';
  const { id } = (await world.outreach('campaigns create Tags --json')).json();
  const imported = await world.outreach(`leads import - --campaign ${id} --json`, { stdin: file });
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

it('refuse two columns of one tag', async () => {
  const world = await newWorld();
  const { exit, err } = await world.outreach('leads import - --dry-run', {
    stdin: 'email,Deal Size,deal_size\nann@acme.example,1,2\n',
  });
  expect([exit, err]).toEqual([2, expect.stringContaining('both become merge tag {deal_size}')]);
});
