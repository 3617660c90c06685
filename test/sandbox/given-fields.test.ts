import { expect, it } from 'vitest';
import { billing } from '../../src/contract/areas/billing.ts';
import { campaigns } from '../../src/contract/areas/campaigns.ts';
import { icps } from '../../src/contract/areas/icps.ts';
import { leads } from '../../src/contract/areas/leads.ts';
import { senders } from '../../src/contract/areas/senders.ts';
import { webhooks } from '../../src/contract/areas/webhooks.ts';
import type { Method } from '../../src/contract/wire.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

interface Write {
  readonly method: Method;
  readonly path: string;
  /** The schema of the record that is given. */
  readonly schema: object;
  /** The envelope of the record. */
  readonly wrap?: (record: object) => object;
  readonly read: string;
  /** The path of a field in what is read, if not its own name. */
  readonly under?: Readonly<Record<string, string>>;
  /** Fields that the specification says are not stored by this call. */
  readonly unstored?: readonly string[];
}

const writes: readonly (readonly [string, Write])[] = [
  [
    'a new lead',
    {
      method: 'POST',
      path: '/leads',
      schema: leads.upsert.body.entries.leads.item,
      wrap: (lead) => ({ leads: [lead] }),
      read: '/leads/2',
    },
  ],
  [
    'a changed lead',
    {
      method: 'PUT',
      path: '/leads/1',
      schema: leads.update.body,
      read: '/leads/1',
      unstored: ['middleName'],
    },
  ],
  [
    'a new campaign',
    { method: 'POST', path: '/campaigns', schema: campaigns.create.body, read: '/campaigns/2' },
  ],
  [
    'a changed campaign',
    { method: 'PUT', path: '/campaigns/1', schema: campaigns.update.body, read: '/campaigns/1' },
  ],
  [
    'a schedule',
    {
      method: 'PUT',
      path: '/campaigns/1/schedule',
      schema: campaigns.schedule.body,
      read: '/campaigns/1/schedule',
    },
  ],
  [
    'a mailbox',
    { method: 'PUT', path: '/sender-emails/1', schema: senders.update.body, read: '/sender-emails/1' },
  ],
  [
    'the warm-up of a mailbox',
    {
      method: 'PUT',
      path: '/sender-emails/1/warmup',
      schema: senders.setWarmup.body,
      read: '/sender-emails/1/warmup',
    },
  ],
  [
    'the billing profile',
    { method: 'PUT', path: '/billing-profile', schema: billing.update.body, read: '/billing-profile' },
  ],
  [
    'a new ideal customer profile',
    {
      method: 'POST',
      path: '/icps',
      schema: icps.create.body,
      read: '/icps/2',
      under: { makePrimary: 'isPrimary' },
    },
  ],
  [
    'a changed ideal customer profile',
    { method: 'PUT', path: '/icps/1', schema: icps.update.body, read: '/icps/1' },
  ],
  [
    'a changed webhook',
    { method: 'PUT', path: '/webhooks/1', schema: webhooks.update.body, read: '/webhooks' },
  ],
];

/** A value for each field whose form its schema alone does not give. */
const values: Readonly<Record<string, unknown>> = {
  email: 'bob@acme.example',
  customVariables: { city: 'Bonn' },
  daysSchedule: '1,2',
  startSchedule: '08:15',
  endSchedule: '18:45',
  everySchedule: 'week',
  minimumTimeBetweenEmails: 3,
  maximumTimeBetweenEmails: 4,
  minimumSendingsLimitPerDay: 2,
  maximumSendingsLimitPerDay: 31,
  startLimit: 3,
  capLimit: 21,
  timezone: 'Europe/Vienna',
  country: 'AT',
  phoneCc: '43',
  flow: 'api',
  isEnabled: false,
  type: 'EmailReply',
  url: 'https://hooks.example.com/other',
  seniorities: ['Director'],
  industries: ['Banking'],
  companySizes: ['11-50'],
  titles: ['CTO'],
  keywords: ['api'],
  locations: ['Austria'],
  personas: [{ title: 'CTO', seniority: 'C-Level' }],
};

interface AnySchema {
  readonly type: string;
  readonly wrapped?: AnySchema;
}

function sampleOf(name: string, schema: AnySchema, before: unknown): unknown {
  if (name in values) return values[name];
  if (schema.wrapped) return sampleOf(name, schema.wrapped, before);
  if (schema.type === 'boolean') return before !== true;
  if (schema.type === 'number') return 17;
  if (schema.type === 'string') return `New ${name}`.slice(0, 18);
  throw new Error(`Give a value for ${name}: it is a ${schema.type}`);
}

/** Every field of what is read, whatever its envelope. */
function flat(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const inner = Object.values(value).filter((item) => typeof item === 'object' && item !== null);
  return Object.assign({}, ...inner.map(flat), value);
}

it.each(writes)('%s keeps every field that the contract lets a call give', async (_, write) => {
  const { call } = await sandboxAtHand();
  await call('POST', '/leads', { leads: [{ email: 'ana@acme.example' }] });
  await call('POST', '/campaigns', { name: 'First' });
  await call('POST', '/icps', { name: 'First' });
  await call('POST', '/webhooks', { type: 'EmailSent', url: 'https://hooks.example.com/one' });
  const before = flat((await call('GET', write.read)).json);
  const entries = Object.entries((write.schema as { entries: Record<string, AnySchema> }).entries);
  const given = Object.fromEntries(
    entries.map(([name, schema]) => [name, sampleOf(name, schema, before[name])]),
  );
  const answer = await call(write.method, write.path, write.wrap?.(given) ?? given);
  expect(answer.status, answer.text).toBeLessThan(300);
  const after = flat((await call('GET', write.read)).json);
  const kept = Object.keys(given).filter((name) => !write.unstored?.includes(name));
  expect(Object.fromEntries(kept.map((name) => [name, after[write.under?.[name] ?? name]]))).toEqual(
    Object.fromEntries(kept.map((name) => [name, given[name]])),
  );
});
