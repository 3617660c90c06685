import { sandboxChildKey, sandboxKey, sandboxTrialKey } from '../../../src/contract/keys.ts';
import type { AnyOperation } from '../../../src/contract/operation.ts';
import { setAnswerProfile } from '../../../src/sandbox/world/answers/answer-profile.ts';
import { type Answer, type SandboxAtHand, sandboxAtHand } from '../sandbox-at-hand.ts';
import type { Attempt } from './recipe.ts';

export const day = 86_400_000;

/** A fresh sandbox with the shortest ways to what an operation needs. */
export interface House extends SandboxAtHand {
  attempt(operation: AnyOperation, attempt: Attempt): Promise<Answer>;
  /** The body of a call that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here.
  must(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, key?: string): Promise<any>;
  lead(key?: string): Promise<number>;
  /** A lead of a workspace that the main key does not see. */
  foreignLead(): Promise<number>;
  /** A mailbox of an account that is not ours. */
  foreignSender(): Promise<number>;
  campaign(key?: string): Promise<number>;
  /** A draft campaign with a lead, a step, every day of the week and a mailbox. */
  readyCampaign(): Promise<number>;
  runningCampaign(): Promise<number>;
  /** A draft of an answer to a reply. */
  draft(): Promise<number>;
  icp(more?: object, key?: string): Promise<number>;
  /** An Autopilot run that waits for its approval. */
  runAtGate(): Promise<number>;
}

export async function newHouse(): Promise<House> {
  const sandbox = await sandboxAtHand();
  const must: House['must'] = async (method, path, body, key = sandboxKey) => {
    const { status, text, json } = await sandbox.call(method, path, body, bearer(key));
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return json;
  };
  const lead: House['lead'] = async (key) =>
    (await must('POST', '/leads', { leads: [{ email: 'ana@lumen.example', firstName: 'Ana' }] }, key))
      .leads[0].id;
  const campaign: House['campaign'] = async (key) =>
    (await must('POST', '/campaigns', { name: 'Autumn', flow: 'api' }, key)).campaign.id;
  const readyCampaign = async () => {
    const id = await campaign();
    await must('PUT', `/campaigns/${id}/sequence`, {
      steps: [{ order: 1, subject: 'Hello', body: 'Hi {firstName}' }],
    });
    await must('PUT', `/campaigns/${id}/schedule`, { daysSchedule: '0,1,2,3,4,5,6' });
    await must('POST', `/campaigns/${id}/sender-emails`, { senderEmailIds: [1] });
    await must('POST', '/leads', {
      campaignId: id,
      leads: [{ email: 'ana@lumen.example', firstName: 'Ana' }],
    });
    return id;
  };
  const runningCampaign = async () => {
    const id = await readyCampaign();
    await must('POST', `/campaigns/${id}/resume`);
    return id;
  };
  return {
    ...sandbox,
    must,
    lead,
    campaign,
    readyCampaign,
    runningCampaign,
    attempt: (operation, attempt) => send(sandbox, operation, attempt),
    foreignLead: () => lead(sandboxChildKey),
    foreignSender: async () =>
      (await must('POST', '/sender-emails', mailbox('kim@orchid.example'), sandboxTrialKey)).senderEmail.id,
    async draft() {
      setAnswerProfile(sandbox.open.state, {
        reply: 1,
        positive: 1,
        outOfOffice: 0,
        softBounce: 0,
        unsubscribeLink: 0,
      });
      await runningCampaign();
      await sandbox.open.advance(7 * day);
      return (await must('GET', '/reply-drafts')).drafts[0].id;
    },
    icp: async (more = { titles: ['CEO'] }, key) =>
      (await must('POST', '/icps', { name: 'Sales', makePrimary: true, ...more }, key)).icp.id,
    async runAtGate() {
      const { run } = await must('POST', '/autopilot/runs', { website: 'acme.com', targetProspects: 5 });
      sandbox.clock.advance(60_000);
      return run.id;
    },
  };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export const mailbox = (email: string, more: object = {}) => ({
  email,
  imapServerUrl: 'imap.orchid.example',
  smtpServerUrl: 'smtp.orchid.example:587',
  password: 'secret',
  ...more,
});

function send(sandbox: SandboxAtHand, { route }: AnyOperation, attempt: Attempt): Promise<Answer> {
  const { params = {}, query = {}, body, key = sandboxKey, idempotencyKey } = attempt;
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name] ?? `no-${name}`));
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return sandbox.call(route.method, `${path}?${new URLSearchParams(pairs)}`, body, {
    ...bearer(key),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  });
}
