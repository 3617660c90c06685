import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newWorld } from '../world.ts';

const rows = 200;

/** One export: its header, a row, and what its errors are. Every 20th row has no address, every 25th a malformed one. */
interface Export {
  readonly header: readonly string[];
  readonly row: (address: string, at: number) => readonly string[];
  readonly delimiter?: string;
  readonly latin?: boolean;
  /** Rows that a column leaves out. */
  readonly isOut?: (at: number) => boolean;
  readonly becomes: readonly string[];
}

const isEmpty = (at: number) => at % 20 === 7;
const isMalformed = (at: number) => at % 25 === 3;
/** Its address is that of the row before it. */
const isAgain = (at: number) => at % 50 === 10;

const addressOf = (at: number): string => {
  if (isEmpty(at)) return '';
  if (isMalformed(at)) return `p${at}(at)lumen.example`;
  if (isAgain(at)) return `P${at - 1}@lumen.example`;
  return at % 10 === 1
    ? `mailto:p${at}@lumen.example`
    : at % 10 === 2
      ? `<p${at}@lumen.example>`
      : `p${at}@lumen.example`;
};

const exports: Record<string, Export> = {
  HubSpot: {
    header: [
      'Record ID',
      'First Name',
      'Last Name',
      'Email',
      'Lifecycle Stage',
      'Last Activity Date (GMT+1)',
      'Unsubscribed from all email',
    ],
    row: (address, at) => [`${at}`, 'JÜRGEN', `Berg${at}`, address, 'lead', '2026-11-01', `${at % 40 === 5}`],
    isOut: (at) => at % 40 === 5,
    becomes: [
      'var:Record ID',
      'firstName',
      'lastName',
      'email',
      'var:Lifecycle Stage',
      'var:last_activity_date_gmt_1',
      'var:Unsubscribed from all email',
    ],
  },
  Apollo: {
    header: [
      'First Name',
      'Last Name',
      'Title',
      'Company Name for Emails',
      'Email',
      'Email Status',
      '# Employees',
      'Person Linkedin Url',
      'Company Linkedin Url',
      'Website',
    ],
    row: (address, at) => [
      'Ann',
      `Berg${at}`,
      'CTO',
      'Lumen',
      address,
      at % 40 === 5 ? 'Invalid' : 'Verified',
      '50',
      `https://linkedin.com/in/p${at}`,
      'https://linkedin.com/company/lumen',
      'https://lumen.example',
    ],
    isOut: (at) => at % 40 === 5,
    becomes: [
      'firstName',
      'lastName',
      'title',
      'var:Company Name for Emails',
      'email',
      'var:Email Status',
      'var:employees',
      'linkedin',
      'var:Company Linkedin Url',
      'website',
    ],
  },
  'Sales Navigator': {
    header: [
      'profileUrl',
      'fullName',
      'firstName',
      'lastName',
      'companyName',
      'title',
      'companyUrl',
      'vmid',
      'email',
    ],
    row: (address, at) => [
      `https://www.linkedin.com/sales/lead/A${at}`,
      `Ann Berg${at}`,
      'anna',
      `Berg${at}`,
      'Lumen',
      'CTO',
      'https://www.linkedin.com/sales/company/12',
      `A${at}`,
      address,
    ],
    becomes: [
      'linkedin',
      'var:fullName',
      'firstName',
      'lastName',
      'company',
      'title',
      'var:companyUrl',
      'var:vmid',
      'email',
    ],
  },
  'German Excel': {
    header: ['Vorname', 'Nachname', 'E-Mail', 'Firma', 'Umsatz (€)', 'Umsatz ($)', 'Größe'],
    row: (address, at) => ['Jörg', `Müller${at}`, address, 'Lumen', '1,5', '1,6', 'groß'],
    delimiter: ';',
    latin: true,
    becomes: ['firstName', 'lastName', 'email', 'company', 'var:umsatz', 'var:umsatz_2', 'var:Größe'],
  },
};

const windows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((one) => (one === '€' ? 0x80 : one.charCodeAt(0))));

it.each(Object.entries(exports))('an export of %s of 200 rows has every figure right', async (name, made) => {
  const { header, row, delimiter = ',', latin = false, isOut = () => false, becomes } = made;
  const numbers = Array.from({ length: rows }, (_, at) => at);
  const lines = [header, ...numbers.map((at) => row(addressOf(at), at))].map((cells) =>
    cells.join(delimiter),
  );
  const content = `${lines.join('\r\n')}\r\n`;
  const world = await newWorld();
  await writeFile(join(world.home, 'list.csv'), latin ? windows1252(content) : content);

  const rejected = (is: (at: number) => boolean) => numbers.filter((at) => is(at)).length;
  const good = (at: number) => !isEmpty(at) && !isMalformed(at);
  const empty = rejected((at) => isEmpty(at) && !isMalformed(at));
  const malformed = rejected((at) => isMalformed(at) && !isEmpty(at));
  const both = rejected((at) => isMalformed(at) && isEmpty(at));
  const left = rejected((at) => good(at) && isOut(at));
  const replaced = rejected((at) => good(at) && isAgain(at));
  const valid = rows - empty - malformed - both - left - replaced;

  const shown = (await world.outreach('leads import list.csv --dry-run --json')).json();
  expect(shown.mapping.map((one: { becomes: string }) => one.becomes)).toEqual(becomes);
  expect(shown.mapping.map((one: { sample: string }) => one.sample)).toEqual(row(addressOf(0), 0));
  const kinds = Object.fromEntries(
    shown.rejects.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
  );
  expect([kinds['no address'], kinds['malformed address']]).toEqual([empty + both, malformed]);

  const done = (await world.outreach('leads import list.csv --json')).json();
  expect(done).toMatchObject({ read: rows, valid, sent: valid, rejected: rows - valid - replaced, replaced });
  expect(done.leftOut.invalid + done.leftOut.optedOut).toBe(left);
  expect((await world.outreach('leads list --all --json')).json().total).toBe(valid);

  const { read, problems } = (await world.outreach('leads audit list.csv --json')).json();
  const countOf = (rule: string) => problems.find((one: { rule: string }) => one.rule === rule)?.count ?? 0;
  expect([read, countOf('malformed-address'), countOf('duplicate-address')]).toEqual([
    rows,
    empty + malformed + both,
    replaced,
  ]);
  expect(countOf('name-shape')).toBe(name === 'HubSpot' || name === 'Sales Navigator' ? valid : 0);
});
