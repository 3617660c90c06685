import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addProtection } from '../../src/cli/files/formula-protection.ts';
import { newWorld, type TestWorld } from '../world.ts';

/** What a file may do to a value on its way out and in again. NUL is refused by row, so it is not among them. */
const hostile = [
  ...['=1+1', '+4930123', '-Ana', '@sum', '\ttab', '\rreturn', '＝１', '－x', '\u00a0=1', '-5', '+', '-'],
  ...["'=1", "''=1", "'t Hooft", "'s-Hertogenbosch", "'", "''", "O'Brien", "'-", "' +1"],
  ...['line\n=1', 'line\r\n+1', '\n', '\n=1', "'\n", "a\n'=b", ' blanks ', ' ', '\u3000', '\ufeffmark'],
  ...['a,b;c\td|e', '"quoted"', '""', '\\t', '\\', '\\u0000', 'null', 'true', '{"a":1}', '[]', '#1', 'sep=;'],
  ...['Zoë', '山田', '🙂', '\u2028', '\u202e', '\u001b[2J', '\u0085', 'x'.repeat(5000)],
];

const variables = [
  ...hostile.map((text, at) => [`${text.slice(0, 20)} ${at}`, JSON.stringify(text)]),
  ...['5', '-5', '0.1', '1e21', 'true', 'false', '12345678901234567890', '9007199254740993'].map(
    (value, at) => [`value ${at}`, value],
  ),
  ['=list', '[1,"=x",null,{"a":[]}]'],
  ["'object", '{"a":{"b":12345678901234567890,"c":" \\n"}}'],
  ['toString', '"x"'],
] as const;

const leads = hostile.map((text, at) => {
  const custom = variables
    .filter((_, index) => index % hostile.length === at)
    .map(([key = '', value]) => `${JSON.stringify(key)}:${value}`);
  const plain = JSON.stringify(text);
  const fields = ['firstName', 'company', 'phone'].map((field) => `"${field}":${plain}`);
  return `{"email":"lead${at}@lumen.example",${fields.join(',')},"customVariables":{${custom.join(',')}}}`;
});

/** Everything but what the service sets. */
async function stored(world: TestWorld) {
  const { out } = await world.outreach(
    'leads list --all --ndjson --fields email,firstName,company,phone,customVariables',
  );
  return out.split('\n').sort();
}

async function worldOfLeads(): Promise<TestWorld> {
  const world = await newWorld();
  const { exit } = await world.outreach('api leads.upsert --input -', {
    stdin: `{"leads":[${leads.join(',')}]}`,
  });
  expect(exit).toBe(0);
  return world;
}

describe('an export of leads comes back as it was', () => {
  it.each([
    ['leads export --csv', 'leads.csv'],
    ['leads export --csv --output leads.csv', undefined],
    ['leads export --output leads.tsv', undefined],
    ['leads export --json', 'leads.json'],
    ['leads export --ndjson', 'leads.ndjson'],
    ['leads export --output leads.ndjson', undefined],
    ['leads list --all --csv', 'leads.csv'],
  ])('%s', async (line, saved) => {
    const world = await worldOfLeads();
    const { exit, out } = await world.outreach(line);
    expect(exit).toBe(0);
    const name = saved ?? line.split(' ').at(-1) ?? '';
    const content = saved === undefined ? await readFile(join(world.home, name)) : out;
    const other = await newWorld();
    await writeFile(join(other.home, name), content);
    expect((await other.outreach(`leads import ${name} --json`)).json()).toMatchObject({
      sent: leads.length,
      rejected: 0,
    });
    expect(await stored(other)).toEqual(await stored(world));
  });
});

describe('who said no or bounced, in an export of leads', () => {
  it.each(['leads export --csv', 'leads export --ndjson', 'leads list --all --json'])(
    'is left out by an import elsewhere, or known to its launch checks: %s',
    async (line) => {
      const world = await newWorld();
      for (const [name, category] of [
        ['ann', 'not_interested'],
        ['bo', 'interested'],
        ['cy', 'bounced'],
        ['di', undefined],
      ]) {
        await world.outreach(`leads add ${name}@acme.com`);
        if (category) await world.outreach(`leads categorize ${name}@acme.com ${category}`);
      }
      const other = await newWorld();
      const file = line.includes('--csv') ? 'all.csv' : 'all.ndjson';
      await writeFile(join(other.home, file), (await world.outreach(line)).out);
      const done = await other.outreach(`leads import ${file} --json`);
      expect(done.json()).toMatchObject({ valid: 2, sent: 2, leftOut: { invalid: 1, optedOut: 1 } });
      expect(done.err).toContain(`blocklist import ${file} --only opted-out`);
      await other.outreach(`leads import ${file} --keep opted-out`);
      await other.outreach('campaigns create Autumn');
      for (const name of ['ann', 'di']) await other.outreach(`leads add ${name}@acme.com --campaign 1`);
      const { problems } = (await other.outreach('campaigns check 1 --only recipients --json')).json();
      expect(problems).toContainEqual(
        expect.objectContaining({ rule: 'opted-out', count: 1, examples: ['ann@acme.com'] }),
      );
      expect((await other.outreach('leads get bo@acme.com --json')).json().customVariables).toEqual({});
    },
  );
});

describe('cells of a file that others wrote', () => {
  const rows = `email\tphone\tcompany\nana@lumen.example\t'+4930\t't Hooft\n`;
  const taken = async (line: string, stdin = '') => {
    const world = await newWorld();
    await writeFile(join(world.home, 'a.tsv'), rows);
    await writeFile(join(world.home, 'a.csv'), rows.replaceAll('\t', ','));
    expect((await world.outreach(line, { stdin })).exit).toBe(0);
    const { phone, company } = (await world.outreach('leads get 1 --json')).json();
    return { phone, company };
  };

  it('lose the apostrophe of a spreadsheet in a file, and nothing in lines of a pipe', async () => {
    expect(await taken('leads import a.csv')).toEqual({ phone: '+4930', company: "'t Hooft" });
    expect(await taken('leads import a.tsv')).toEqual({ phone: '+4930', company: "'t Hooft" });
    expect(await taken('leads import -', rows)).toEqual({ phone: "'+4930", company: "'t Hooft" });
  });
});

describe('a file of rejects', () => {
  const cells = hostile.map((text) => text.trim()).filter((text) => text !== '');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

  it('is protected, comes back as it was, and can be mended', async () => {
    const world = await newWorld();
    const rows = cells.map((text) => `nobody,${quoted(addProtection(text))}`);
    await writeFile(join(world.home, 'a.csv'), `email,"'=name"\n${rows.join('\n')}\nana@lumen.example,x\n`);
    await world.outreach('leads import a.csv');
    const rejects = await readFile(join(world.home, 'a.rejects.csv'), 'utf8');
    expect(rejects).toContain(`"'=name"`);
    expect(rejects).toContain(`"'=1+1"`);

    await writeFile(join(world.home, 'b.csv'), `${rejects}"","","","ana@lumen.example","x"\r\n`);
    await world.outreach('leads import b.csv');
    const again = await readFile(join(world.home, 'b.rejects.csv'), 'utf8');
    expect(again).toBe(rejects);

    let number = 0;
    const mended = rejects.replaceAll('"nobody"', () => `"lead${number++}@lumen.example"`);
    await writeFile(join(world.home, 'mended.csv'), mended);
    await world.outreach('leads import mended.csv');
    const { items } = (await world.outreach('leads list --all --json')).json();
    const names = new Map<string, string>(
      items.map(({ email, customVariables }: { email: string; customVariables: Record<string, string> }) => [
        email,
        customVariables.name,
      ]),
    );
    for (const [at, text] of cells.entries()) expect(names.get(`lead${at}@lumen.example`)).toBe(text);
  });
});

describe('the blocklist', () => {
  it('comes back from an export, and from a plain list as it was typed', async () => {
    const world = await newWorld();
    const values = ['=a@acme.com', "'=a@acme.com", "'a@acme.com", '+b@acme.com', '-c@acme.com', 'acme.org'];
    const list = values.join('\n');
    expect((await world.outreach('blocklist import - --json', { stdin: list })).json().created).toBe(6);
    const { out } = await world.outreach('blocklist export --csv');
    expect(out).toContain(`"''=a@acme.com"`);
    const other = await newWorld();
    await writeFile(join(other.home, 'list.csv'), out);
    expect((await other.outreach('blocklist import list.csv --json')).json()).toMatchObject({
      created: 6,
      rejects: [],
    });
    const valuesOf = async (of: TestWorld) =>
      (await of.outreach('blocklist export --json'))
        .json()
        .items.map((entry: Record<string, string>) => entry.emailAddress || entry.domain)
        .sort();
    expect(await valuesOf(other)).toEqual(await valuesOf(world));
    expect(await valuesOf(world)).toEqual(values.sort());
  });
});

describe('the file of mailboxes', () => {
  const template = (name: string) =>
    `email,firstName,imapServerUrl,smtpServerUrl,loginString,password\nana@lumen.example,${name},i.example,s.example,+ana,\n`;

  it.each(['=Ana', "'=Ana", "'t Hooft", '-', 'Ana'])('brings back the name %j', async (name) => {
    const world = await newWorld({
      between: (next) => (request, signal) =>
        request.path.endsWith('/accounts')
          ? Promise.resolve({
              status: 200,
              headers: {},
              body: JSON.stringify({ accounts: [], imapCsvTemplate: template(name) }),
            })
          : next(request, signal),
    });
    await world.outreach('imports instantly accounts --key-stdin --csv-file boxes.csv', { stdin: 'key' });
    const file = join(world.home, 'boxes.csv');
    const written = await readFile(file, 'utf8');
    expect(written).toContain(`"'+ana"`);
    await writeFile(file, written.replace(/""\r\n$/, `"'=secret"\r\n`));
    const { json } = await world.outreach('senders connect-csv boxes.csv --dry-run --json');
    expect(json().body).toMatchObject({ firstName: name, loginString: '+ana' });
  });
});
