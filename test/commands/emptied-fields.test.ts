import { expect, it } from 'vitest';
import { newWorld } from '../world.ts';

it('says where a lead loses what merge tags need', async () => {
  const world = await newWorld();
  const warned = async (line: string) => {
    const { exit, err } = await world.outreach(`${line} --json`);
    return [exit, [...err.matchAll(/uses \{(.*?)\}, it goes out unfilled/g)].map(([, name]) => name)];
  };
  expect(await warned('leads add ana@lumen.example --first-name Ana --var city=Oslo')).toEqual([0, []]);
  expect(await warned('leads add ana@lumen.example --first-name ""')).toEqual([0, ['firstName']]);
  expect(await warned('leads update ana@lumen.example --company "" --var city=')).toEqual([
    0,
    ['company', 'city'],
  ]);
  expect(await warned('leads update ana@lumen.example --company Lumen')).toEqual([0, []]);
});

it('says so of a tool of the agent-protocol server as well', async () => {
  const world = await newWorld();
  await world.outreach('leads add ana@lumen.example --first-name Ana --company Lumen');
  const called = async (tool: string, given: unknown) => {
    const stdin = JSON.stringify(given);
    const { exit, err } = await world.outreach(`mcp call ${tool} --input - --yes`, { stdin });
    return [exit, [...err.matchAll(/uses \{(.*?)\}, it goes out unfilled/g)].map(([, name]) => name)];
  };
  const lead = { email: 'ana@lumen.example', firstName: '', customVariables: { city: null } };
  expect(await called('update_lead', { id: 1, company: '' })).toEqual([0, ['company']]);
  expect(await called('upsert_leads', { leads: [lead] })).toEqual([0, ['firstName', 'city']]);
  expect(await called('update_lead', { id: 1, company: 'Lumen' })).toEqual([0, []]);
});

it('forecasts no more mailboxes and no later start than it can follow', async () => {
  const world = await newWorld();
  await world.outreach('campaigns create Empty');
  for (const option of ['--add-senders 1001', '--start 9999-12-31'])
    expect((await world.outreach(`campaigns forecast Empty ${option}`)).exit).toBe(2);
  const { exit, json } = await world.outreach('campaigns forecast Empty --json');
  expect([exit, json().lastDay, json().lastDayEarly, json().lastDayLate]).toEqual([16, null, null, null]);
});
