import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../world.ts';
import { commands } from './few-a-call.ts';

const address = fc
  .tuple(fc.constantFrom('ana', 'li', 'zoe', 'kim', 'bo', 'ed', 'jo', 'su'), fc.boolean())
  .map(([name, isLoud]) => `${isLoud ? name.toUpperCase() : name}@lumen.example`);
const text = fc.constantFrom(
  '',
  'Ana',
  ' Zoë ',
  'a,b;c\td',
  'a "quote"',
  'two\nlines',
  '=1+1',
  "'x",
  "'=1",
  '-5',
);
const json = fc.oneof(text, fc.integer(), fc.constantFrom(true, null, [1, 'a'], { deep: '=1' }));
const optOut = fc.constantFrom('yes', 'no', '');
const variables = fc.record(
  { City: json, 'first name': json, 'Phone 2': json, Unsubscribed: optOut },
  { requiredKeys: [] },
);
const lead = fc.record(
  {
    email: address,
    firstName: text,
    middleName: text,
    company: text,
    phone: text,
    customVariables: variables,
  },
  { requiredKeys: ['email'] },
);
type Lead = Record<string, unknown> & { email: string; customVariables?: Record<string, unknown> };

const modes = [
  '',
  '--only-new',
  '--only-existing',
  '--keep-existing',
  '--default company=there',
  '--keep opted-out',
] as const;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const keyOf = (email: string) => email.toLowerCase();

/** What each person has: fields, and variables by their names. */
async function valuesIn(world: TestWorld): Promise<Map<string, Record<string, unknown>>> {
  const { items } = (await world.outreach('leads list --all --json')).json() as { items: Lead[] };
  return new Map(
    items.map(({ id, tag, createdAt, updatedAt, meetingBookedAt, customVariables, ...fields }) => [
      keyOf(fields.email),
      {
        ...fields,
        ...Object.fromEntries(Object.entries(customVariables ?? {}).map(([k, v]) => [`{${k}}`, v])),
      },
    ]),
  );
}

const differing = (one: Record<string, unknown>, other: Record<string, unknown>): string[] =>
  Object.keys({ ...one, ...other }).filter(
    (name) =>
      !(isEmpty(one[name]) && isEmpty(other[name])) &&
      JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );

async function holds(stored: readonly Lead[], given: readonly Lead[], mode: (typeof modes)[number]) {
  const world = await newWorld({ commands });
  const unique = [...new Map(stored.map((one) => [keyOf(one.email), one])).values()];
  if (unique.length > 0)
    await world.outreach('api leads.upsert --input - --yes', { stdin: JSON.stringify({ leads: unique }) });
  const before = await valuesIn(world);
  await writeFile(join(world.home, 'people.ndjson'), given.map((one) => JSON.stringify(one)).join('\n'));
  const line = `leads import people.ndjson ${mode} --map firstName=firstName --json`;
  const { exit, err, json } = await world.outreach(line);
  expect({ exit, err }).toMatchObject({ exit: expect.toBeOneOf([0, 2]) });
  if (exit === 2) return;
  const { diff, before: file, sent, skipped, valid } = json();
  expect(sent + skipped).toBe(valid);
  const after = await valuesIn(world);
  const changed = [...before].filter(([key, one]) => differing(one, after.get(key) ?? {}).length > 0);
  const added = [...after.keys()].filter((key) => !before.has(key));
  expect(diff.changed).toBe(changed.length);
  expect(added).toHaveLength(mode === '--only-existing' ? 0 : diff.new);
  if (mode === '--only-new') expect(changed).toEqual([]);
  for (const [key, one] of before)
    for (const name of differing(one, after.get(key) ?? {}))
      if (mode === '--keep-existing') expect(one[name]).toSatisfy(isEmpty);
  expect(file === null).toBe(changed.length === 0);
  if (file === null) return;
  expect(existsSync(join(world.home, file))).toBe(true);
  const undone = await world.outreach(`leads import ${file} --no-before --json`);
  // Where everything that changed was empty before, nothing is put back.
  expect(undone.exit).toBeOneOf([0, 2]);
  const end = await valuesIn(world);
  let left = 0;
  for (const [key, one] of before)
    for (const name of differing(one, end.get(key) ?? {})) {
      expect(one[name]).toSatisfy(isEmpty);
      left += 1;
    }
  expect(left).toBe(diff.wereEmpty);
}

const property = fc.asyncProperty(
  fc.array(lead, { maxLength: 6 }),
  fc.array(lead, { minLength: 1, maxLength: 8 }),
  fc.constantFrom(...modes),
  holds,
);

it('the file of old values gives every value back that was not empty', { tags: 'needed' }, () =>
  fc.assert(property, { numRuns: 20 }),
);

it('the same over many workspaces and files', { tags: 'slow', timeout: 300_000 }, () =>
  fc.assert(property, { numRuns: 300 }),
);
