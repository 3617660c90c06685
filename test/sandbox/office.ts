import { onTestFinished } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { Method } from '../../src/contract/wire.ts';
import { type Database, openDatabase } from '../../src/local/database.ts';
import { createSandbox, type OpenSandbox } from '../../src/sandbox/sandbox.ts';

export interface Office {
  readonly sandbox: OpenSandbox;
  readonly db: Database;
  /** Answers as parsed JSON; fails the test where the status is not the expected one. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here.
  call(method: Method, path: string, body?: unknown, status?: number): Promise<any>;
  /** A draft with leads, a sequence, every connected mailbox and Monday to Friday; gives its id. */
  campaign(options?: CampaignOptions): Promise<number>;
  rows<Row>(sql: string): Row[];
}

export interface CampaignOptions {
  settings?: Record<string, unknown>;
  leads?: readonly Record<string, unknown>[];
  steps?: readonly Record<string, unknown>[];
  schedule?: Record<string, unknown>;
  senders?: readonly number[];
}

/** Monday morning. */
export const monday = Date.UTC(2026, 10, 23, 6);

export const threeSteps = [
  { order: 1, subject: 'A question for {company}', body: 'Hi {firstName},\nhave you a minute?' },
  { order: 2, body: 'Any thoughts, {firstName}?', delayDays: 3, useSameThread: true },
  { order: 3, subject: 'Last one', body: 'Shall I stop?', delayDays: 5 },
];

export const people = (count: number, at = 'acme'): Record<string, string>[] =>
  Array.from({ length: count }, (_, i) => ({
    email: `person${i}@${at}${i % 97}.example`,
    firstName: `Person${i}`,
    company: `Acme ${i % 97}`,
  }));

/** The sandbox with a still wall clock, spoken to as the client does; its answers are held against the contract. */
export async function newOffice(seed = 'office', start = monday): Promise<Office> {
  const db = await openDatabase(':memory:');
  onTestFinished(() => db.close());
  const clock = { now: () => start, sleep: async () => undefined };
  const sandbox = await createSandbox({ database: db, clock, seed, strict: true });
  const call: Office['call'] = async (method, path, body, status) => {
    const [bare = '', search = ''] = path.split('?');
    const answer = await sandbox.transport({
      method,
      path: bare,
      query: [...new URLSearchParams(search)],
      headers: { authorization: `Bearer ${sandboxKey}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const good = status === undefined ? answer.status < 300 : answer.status === status;
    if (!good) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const campaign: Office['campaign'] = async (options = {}) => {
    const { campaign: made } = await call('POST', '/campaigns', { name: 'Test', ...options.settings });
    const id: number = made.id;
    await call('PUT', `/campaigns/${id}/sequence`, { steps: options.steps ?? threeSteps });
    await call('PUT', `/campaigns/${id}/schedule`, { daysSchedule: '1,2,3,4,5', ...options.schedule });
    const connected = await call('GET', '/sender-emails?isConnected=true&limit=200');
    const senders = options.senders ?? connected.senderEmails.map((sender: { id: number }) => sender.id);
    if (senders.length > 0) await call('POST', `/campaigns/${id}/sender-emails`, { senderEmailIds: senders });
    const leads = options.leads ?? people(40);
    for (let from = 0; from < leads.length; from += 1000)
      await call('POST', '/leads', { campaignId: id, leads: leads.slice(from, from + 1000) });
    return id;
  };
  return { sandbox, db, call, campaign, rows: <Row>(sql: string) => db.prepare(sql).all<Row>() };
}
