import { sandboxKey } from '../../src/contract/keys.ts';
import type { Method } from '../../src/contract/wire.ts';
import { people, threeSteps } from './office.ts';

/** Sends one call and gives status and body. */
export type Send = (
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; text: string }>;

export interface Rehearsal {
  send: Send;
  /** Lets simulated time pass, in days. */
  pass(days: number): Promise<unknown>;
}

const include = { filters: { companySizes: ['11-50'] } };

/** A life with something of everything in it, in pieces; between any two of them the sandbox may be closed and opened. */
export const chapters: readonly ((rehearsal: Rehearsal) => Promise<unknown>)[] = [
  async ({ send }) => {
    await send('POST', '/campaigns', { name: 'Autumn', isEnabledStopFollowUpsForSameCompany: true });
    await send('PUT', '/campaigns/1/schedule', {
      daysSchedule: '1,2,3,4,5',
      startSchedule: '08:00',
      endSchedule: '18:00',
    });
    await send('PUT', '/campaigns/1/sequence', { steps: threeSteps });
    await send('POST', '/campaigns/1/sender-emails', { senderEmailIds: [1, 2, 3] });
    await send('POST', '/leads', { campaignId: 1, leads: people(120) });
    await send('POST', '/leads', { leads: [{ email: 'no address' }] });
  },
  ({ pass }) => pass(0.1),
  ({ send }) => send('POST', '/campaigns/1/resume'),
  ({ pass }) => pass(4),
  async ({ send }) => {
    await send('POST', '/lead-finder/searches', { ...include, pageSize: 25 });
    await send('POST', '/lead-finder/imports', { campaignId: 1, mode: 'first_n', count: 60, ...include });
    await send('POST', '/webhooks', { url: 'https://hooks.lumen.example/in', type: 'EmailReply' });
    await send('POST', '/credits/purchase', { credits: 2000 });
    await send('POST', '/credits/purchase', { credits: 1 });
  },
  ({ pass }) => pass(3),
  async ({ send }) => {
    const order = {
      domains: [{ domainName: 'acme-mail.com' }],
      mailboxes: [{ domainName: 'acme-mail.com', firstName: 'Anna', lastName: 'Berg', username: 'anna' }],
    };
    await send('POST', '/dfy/orders', order, { 'idempotency-key': 'one' });
    await send('POST', '/dfy/orders', order, { 'idempotency-key': 'one' });
    await send('POST', '/icps', { name: 'Founders', titles: ['Founder'], makePrimary: true });
    await send('POST', '/icps/1/refresh-audience-size');
    await send('POST', '/autopilot/runs', { website: 'lumen.example', targetProspects: 5 });
    await send('POST', '/email-verification/jobs', { emails: ['a@lumen.example', 'b@orchid.example'] });
    await send('DELETE', '/leads/7');
    await send('PUT', '/leads/8/category', { category: 'meeting_booked' });
  },
  ({ pass }) => pass(3),
  async ({ send }) => {
    await send('POST', '/autopilot/runs/1/approve');
    await send('POST', '/blocklist', { values: ['acme3.example'] });
    const { text } = await send('GET', '/reply-drafts');
    const [draft] = (JSON.parse(text) as { drafts: { id: number }[] }).drafts;
    if (draft) await send('POST', `/reply-drafts/${draft.id}/send`);
    await send('POST', '/campaigns/1/pause');
  },
  ({ pass }) => pass(2),
  ({ send }) => send('POST', '/campaigns/1/resume'),
  ({ pass }) => pass(20),
];

export const authorised = (headers: Record<string, string> = {}): Record<string, string> => ({
  authorization: `Bearer ${sandboxKey}`,
  'content-type': 'application/json',
  ...headers,
});
