import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../sweep/slice.ts';
import { newWorld } from '../world.ts';
import { commands, perCall } from './few-a-call.ts';

interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly City: string;
}

const headers = ['email', 'firstName', 'middleName', 'City'] as const;

const email = fc
  .tuple(
    fc.constantFrom('ana', 'li', 'zoe', 'kim', 'bo', 'ed', 'jo', 'su', 'no address'),
    fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => ` ${text}  `,
      (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)} `,
    ),
  )
  .map(([name, spell]) => spell(`${name}@lumen.example`));
const text = fc.constantFrom('', 'Ana', 'Zoë', 'two words', 'a,b;c\td', 'a "quote"', 'two\nlines', 'Łódź');
const person: fc.Arbitrary<Person> = fc.record({ email, firstName: text, middleName: text, City: text });

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const delimited = (delimiter: string) => (people: readonly Person[]) =>
  [headers, ...people.map((one) => headers.map((name) => one[name]))]
    .map((cells) => `${cells.map(quoted).join(delimiter)}\n`)
    .join('');
const objects = (people: readonly Person[]) => people.map((one) => JSON.stringify(one));

const formats = {
  'people.csv': delimited(','),
  'semicolons.csv': delimited(';'),
  'people.tsv': delimited('\t'),
  'people.json': (people: readonly Person[]) => `{"leads":[${objects(people).join(',\n')}]}`,
  'people.ndjson': (people: readonly Person[]) => objects(people).join('\n'),
};

const encodings = {
  utf8: (content: string) => Buffer.from(content),
  'utf8 with a mark': (content: string) => Buffer.from(`\ufeff${content}`),
  utf16le: (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le'),
  utf16be: (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le').swap16(),
};

/** What has to be sent: of each address the last row, in the order of the file. */
function model(people: readonly Person[]) {
  const valid = people.filter(({ email }) => !/no address/i.test(email));
  const last = new Map(valid.map((one) => [one.email.trim().toLowerCase(), one]));
  return valid
    .filter((one) => [...last.values()].includes(one))
    .map(({ email, firstName, middleName, City }) => ({
      email: email.trim(),
      ...(firstName === '' ? {} : { firstName }),
      ...(middleName === '' ? {} : { middleName }),
      ...(City === '' ? {} : { customVariables: { City } }),
    }));
}

describe('the leads of any file', () => {
  it('are sent and stored as the last row of each address says, and no other row is ever sent', {
    tags: 'slow',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...(Object.keys(formats) as (keyof typeof formats)[])),
        fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])),
        fc.boolean(),
        async (people, name, encoding, isPiped) => {
          const bodies: { leads: unknown[] }[] = [];
          const world = await newWorld({
            commands,
            between: (next) => (request, signal) => {
              if (`${request.method} ${request.path}` === 'POST /leads')
                bodies.push(JSON.parse(request.body ?? ''));
              return next(request, signal);
            },
          });
          const expected = model(people);
          const content = formats[name](people);
          await writeFile(join(world.home, name), encodings[encoding](content));
          const { exit } = isPiped
            ? await world.outreach('leads import -', { stdin: content })
            : await world.outreach(`leads import ${name}`);
          expect(exit).toBe(expected.length === 0 ? 2 : 0);
          expect(bodies.flatMap(({ leads }) => leads)).toEqual(expected);
          expect(bodies).toHaveLength(Math.ceil(expected.length / perCall));
          const { items } = (await world.outreach('leads list --all --json')).json();
          expect(items.map(({ email }: Person) => email).sort()).toEqual(
            expected.map(({ email }) => email).sort(),
          );
          for (const lead of expected)
            expect(items).toContainEqual(
              expect.objectContaining({ middleName: null, firstName: null, ...lead }),
            );
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
