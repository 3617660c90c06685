import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newWorld } from '../world.ts';

async function imported(content: string) {
  const world = await newWorld();
  await writeFile(join(world.home, 'list.csv'), content);
  const done = (await world.outreach('leads import list.csv --json')).json();
  return { world, done, leads: (await world.outreach('leads list --all --json')).json().items };
}

it('take the one address out of a link or a text with a name, and no other', async () => {
  const { world, done, leads } = await imported(
    [
      'Email;First Name',
      'mailto:a@lumen.example;Ann',
      '<b@lumen.example>;Bo',
      '"""Cho, Cy"" <c@lumen.example>";Cy',
      '"=HYPERLINK(""mailto:d@lumen.example?subject=Hi"";""Dee"")";Dee',
      '"=HYPERLINK(""https://crm.example/5"";""e@lumen.example"")";"=HYPERLINK(""https://crm.example/5"";""Eve"")"',
      'f@lumen.example <other@lumen.example>;Fay',
      '<g@lumen.example> <h@lumen.example>;Guy',
    ].join('\n'),
  );
  expect(done).toMatchObject({ read: 7, valid: 5, rejected: 2 });
  expect(leads.map(({ email, firstName }: Record<string, string>) => [email?.[0], firstName]).sort()).toEqual(
    [
      ['a', 'Ann'],
      ['b', 'Bo'],
      ['c', 'Cy'],
      ['d', 'Dee'],
      ['e', 'Eve'],
    ],
  );
  const fixed = (await world.outreach('leads audit list.csv --fix fixed.csv --json')).json();
  expect(fixed.fixed).toMatchObject({ written: 5, count: 5 });
  expect((await world.outreach('leads import fixed.csv --json')).json()).toMatchObject({
    valid: 5,
    rejected: 0,
  });
});

it('hold pages of people on LinkedIn, and pages of companies that are no website', async () => {
  const { leads } = await imported(
    'email,profileUrl,companyUrl,companyName\n' +
      'a@lumen.example,"https://www.linkedin.com/sales/lead/ACw1,NAME",https://www.linkedin.com/sales/company/12,Lumen\n',
  );
  expect(leads[0]).toMatchObject({
    linkedin: 'https://www.linkedin.com/sales/lead/ACw1,NAME',
    website: null,
    customVariables: { companyUrl: 'https://www.linkedin.com/sales/company/12' },
  });
});

it('of a page of a person elsewhere stay a variable', async () => {
  const { leads } = await imported('email,profileUrl\na@lumen.example,https://social.example/ann\n');
  expect(leads[0]).toMatchObject({
    linkedin: null,
    customVariables: { profileUrl: 'https://social.example/ann' },
  });
});

it('have names as they are written, where that is asked for', async () => {
  const world = await newWorld();
  const file = 'Email,First Name,Last Name,City\na@lumen.example,JÜRGEN,VON DER BERG,BERLIN\n';
  await writeFile(join(world.home, 'list.csv'), file);
  const named = { firstName: 'Jürgen', lastName: 'von der Berg', customVariables: { City: 'BERLIN' } };
  const audit = (await world.outreach('leads audit list.csv --fix fixed.csv --fix-names --json')).json();
  expect(audit.problems).toMatchObject([{ rule: 'name-shape', fix: null }]);
  expect(audit.fixed.rows).toEqual([
    { row: 2, from: 'JÜRGEN, VON DER BERG', to: 'Jürgen, von der Berg', why: 'names as they are written' },
  ]);
  const lead = async () => (await world.outreach('leads list --json')).json().items[0];
  await world.outreach('leads import list.csv');
  expect((await lead()).firstName).toBe('JÜRGEN');
  await world.outreach('leads import list.csv --fix-names');
  expect(await lead()).toMatchObject(named);
  await world.outreach('leads import list.csv --restart');
  await world.outreach('leads import fixed.csv');
  expect(await lead()).toMatchObject(named);
  expect((await world.outreach('leads audit list.csv --fix-names --json')).exit).toBe(2);
});
