import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

const worldWithLeads = async () => {
  const world = await newWorld();
  await world.outreach('leads add ana@lumen.example --first-name Ana');
  await world.outreach('leads add bo@lumen.example');
  return world;
};

describe('one field in a pipe', () => {
  it('is the bare value of a record, as it is of a list', async () => {
    const world = await worldWithLeads();
    expect((await world.outreach('leads get 1 --fields email')).out).toBe('ana@lumen.example\n');
    expect((await world.outreach('leads get 2 --fields firstName')).out).toBe('\n');
    expect((await world.outreach('leads get 1 --fields id,email')).out).toBe(
      'id\t1\nemail\tana@lumen.example\n',
    );
    expect((await world.outreach('leads list --fields email')).out).toBe(
      'bo@lumen.example\nana@lumen.example\n',
    );
  });

  it('may be nested, and has no line break of its own', async () => {
    const world = await worldWithLeads();
    await world.outreach(['leads', 'update', '1', '--var', 'city=Berlin\tMitte']);
    expect((await world.outreach('leads get 1 --fields customVariables.city')).out).toBe('Berlin\\tMitte\n');
  });
});

describe('--header', () => {
  it('puts the names of the columns before a list in a pipe, also an empty one', async () => {
    const world = await worldWithLeads();
    const [head, ...rows] = (await world.outreach('leads list --header')).out.trimEnd().split('\n');
    expect(rows.join('\n')).toBe((await world.outreach('leads list')).out.trimEnd());
    expect(head?.split('\t')).toHaveLength(rows[0]?.split('\t').length ?? 0);
    expect((await world.outreach('leads list --header --fields id,email')).out).toMatch(/^id\temail\n2\t/);
    expect((await world.outreach('webhooks list --header --fields id,url')).out).toBe('id\turl\n');
    expect((await world.outreach('profiles list --header')).out).toMatch(/^PROFILE\tIN USE\t.*\nsandbox\t/);
  });

  it.each([
    ['sandbox outbox list', 'ID\tSent\t'],
    ['sandbox ledger', 'Id\tWhen\t'],
    ['sandbox deliveries', 'Id\tWhen\t'],
    ['sandbox fidelity', 'Section\tRules\t'],
    ['sandbox secrets', 'Webhook\t'],
    ['campaigns guard', 'Campaign\tName\t'],
    ['campaigns why', 'Campaign\tName\t'],
    ['status', 'profile\tkind\t'],
    ['report daily', 'Date\tSent\t'],
    ['api --list', 'Operation\tMethod\t'],
    ['commands', 'Command\tWhat it does'],
  ])('is taken by all that print rows: %s', async (line, head) => {
    const world = await worldWithLeads();
    const { exit, out } = await world.outreach(`${line} --header`);
    expect([exit, out.split('\n')[0]]).toEqual([0, expect.stringContaining(head)]);
    expect(out.split('\n').slice(1).join('\n')).toBe((await world.outreach(line)).out);
  });

  it('changes no other output', async () => {
    const world = await worldWithLeads();
    for (const format of ['--json', '--ndjson', '--csv'])
      expect((await world.outreach(`leads list ${format} --header`)).out).toBe(
        (await world.outreach(`leads list ${format}`)).out,
      );
  });
});
