import type { MailboxLimits } from '../../../domain/mailbox/capacity.ts';
import { defaultWarmUp, type WarmUp } from '../../../domain/mailbox/warm-up.ts';
import * as stored from '../../core/record-table.ts';
import { insert } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { scoreFrom, strainNow } from './health.ts';

export const senderTable = stored.recordTable('sender', {
  id: stored.number,
  workspaceId: stored.number,
  address: stored.text,
  addressKey: stored.text,
  givenName: stored.text,
  familyName: stored.text,
  provider: stored.text,
  isConnected: stored.flag(),
  manuallyDisconnected: stored.flag(),
  connectedAt: stored.number,
  currentDailyLimit: stored.number,
  minimumSendingsLimitPerDay: stored.plain<number>('minimum_limit'),
  maximumSendingsLimitPerDay: stored.plain<number>('maximum_limit'),
  toggleGradualBuildUp: stored.flag('gradual_build_up'),
  signature: stored.text,
  imapServer: stored.maybeText,
  smtpServer: stored.maybeText,
  login: stored.maybeText,
  errorCode: stored.maybeText,
  errorMessage: stored.maybeText,
  lastDisconnectedAt: stored.maybeNumber,
  lastReconnectedAt: stored.maybeNumber,
  /** What warm-up finds in the long run; see {@link scoreOf} for what it has found lately. */
  health: stored.number,
  pulse: stored.number,
  strain: stored.text,
  warmUp: stored.json<WarmUp | null>('warmup'),
  tickAt: stored.maybeNumber,
  freeAt: stored.number,
  lastSentAt: stored.maybeNumber,
  createdAt: stored.number,
  updatedAt: stored.number,
});

export type Sender = stored.RecordOf<typeof senderTable>;

export const findSender = (sandbox: Sandbox, id: number): Sender | undefined => senderTable.find(sandbox, id);

/** What sending needs of a mailbox. */
export interface SendingMailbox extends MailboxLimits {
  readonly id: number;
  readonly signature: string;
}

/** The mailbox as it is now. */
export const sendingMailbox = (sandbox: Sandbox, sender: Sender, at: number): SendingMailbox => ({
  id: sender.id,
  signature: sender.signature,
  ...mailboxLimits({ ...sender, ...strainNow(sandbox, sender.id) }, at),
});

/** The mailboxes attached to a campaign, by id. */
export const sendersOf = (sandbox: Sandbox, campaignId: number): Sender[] =>
  senderTable.all(
    sandbox,
    'JOIN campaign_sender cs ON cs.sender_id = t.id WHERE cs.campaign_id = ? ORDER BY t.id',
    campaignId,
  );

/** Attaches a mailbox to a campaign; false where it was attached already. */
export const attachSender = (sandbox: Sandbox, campaignId: number, senderId: number): boolean =>
  sandbox.db
    .prepare('INSERT OR IGNORE INTO campaign_sender (campaign_id, sender_id, attached_at) VALUES (?, ?, ?)')
    .run(campaignId, senderId, sandbox.now()).changes > 0;

export const scoreOf = (sender: Sender, at: number): number | null => scoreFrom(sender, sender.warmUp, at);

export const mailboxLimits = (sender: Sender, at: number): MailboxLimits => ({
  isConnected: sender.isConnected,
  connectedAt: sender.connectedAt,
  currentDailyLimit: sender.currentDailyLimit,
  maximumSendingsLimitPerDay: sender.maximumSendingsLimitPerDay,
  toggleGradualBuildUp: sender.toggleGradualBuildUp,
  healthScore: scoreOf(sender, at),
});

type Named = 'workspaceId' | 'address' | 'givenName' | 'familyName' | 'provider' | 'connectedAt' | 'health';
type NewSender = Pick<Sender, Named | 'toggleGradualBuildUp'> & Partial<Sender>;

/** The warm-up of a mailbox that has had it since then. */
export const warmSince = (at: number): WarmUp => ({
  ...defaultWarmUp,
  enabled: true,
  activatedAt: at,
  enabledAt: at,
});

/** What a mailbox starts with; the spec gives no defaults. The build-up keeps a new one lower than this. */
const startLimits = { current: 50, minimum: 1, maximum: 50 };

export function addSender(sandbox: Sandbox, sender: NewSender): number {
  const addressKey = sender.address.toLowerCase();
  const id = senderTable.insert(sandbox, {
    currentDailyLimit: startLimits.current,
    minimumSendingsLimitPerDay: startLimits.minimum,
    maximumSendingsLimitPerDay: startLimits.maximum,
    ...sender,
    addressKey,
    isConnected: true,
    pulse: Math.floor(sandbox.chance('pulse', addressKey) * 2 ** 31),
    createdAt: sender.connectedAt,
    updatedAt: sender.connectedAt,
  });
  addConnectionEvent(sandbox, id, 'connected', sender.connectedAt);
  return id;
}

/** The mailbox no longer signs in, so it cannot be used; its conversations wait for it. */
export function disconnect(sandbox: Sandbox, id: number, at: number): void {
  const why = { errorCode: 'AUTH_FAILED', errorMessage: 'The mail server refused the password' };
  senderTable.update(sandbox, id, {
    isConnected: false,
    ...why,
    lastDisconnectedAt: at,
    tickAt: null,
    updatedAt: at,
  });
  addConnectionEvent(sandbox, id, 'disconnected', at, {
    disconnectionReason: 'authentication_failed',
    ...why,
  });
}

/** An existing mailbox is connected again; build-up goes on from its first connection. */
export function reconnect(sandbox: Sandbox, id: number): void {
  const now = sandbox.now();
  senderTable.update(sandbox, id, {
    isConnected: true,
    manuallyDisconnected: false,
    errorCode: null,
    errorMessage: null,
    lastReconnectedAt: now,
    updatedAt: now,
  });
  addConnectionEvent(sandbox, id, 'reconnected', now);
}

/** Under the name that it had, what it has sent stays. */
export function noteName(sandbox: Sandbox, { id, givenName, familyName }: Sender): void {
  addConnectionEvent(sandbox, id, 'renamed', sandbox.now(), {
    errorMessage: `${givenName} ${familyName}`.trim(),
  });
}

const addConnectionEvent = (
  sandbox: Sandbox,
  senderId: number,
  eventType: string,
  createdAt: number,
  why: Readonly<Record<string, string>> = {},
): number => insert(sandbox, 'sender_event', { senderId, eventType, ...why, createdAt });
