import type { MailboxLimits } from '../../../domain/mailbox/capacity.ts';
import type { WarmUp } from '../../../domain/mailbox/warm-up.ts';
import type { Sandbox } from '../../core/state.ts';
import { scoreFrom, strainNow } from './health.ts';

export interface Sender {
  readonly id: number;
  readonly workspaceId: number;
  readonly address: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly provider: string;
  readonly isConnected: boolean;
  readonly manuallyDisconnected: boolean;
  readonly connectedAt: number;
  readonly currentDailyLimit: number;
  readonly minimumSendingsLimitPerDay: number;
  readonly maximumSendingsLimitPerDay: number;
  readonly toggleGradualBuildUp: boolean;
  readonly signature: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly lastDisconnectedAt: number | null;
  readonly lastReconnectedAt: number | null;
  /** What warm-up finds in the long run; see {@link scoreOf} for what it has found lately. */
  readonly health: number;
  readonly pulse: number;
  readonly strain: string;
  readonly warmUp: WarmUp | null;
  readonly tickAt: number | null;
  readonly freeAt: number;
  readonly lastSentAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** To be selected from `sender AS s`, for {@link senderOf}. */
export const senderColumns = `s.id, s.workspace_id AS workspaceId, s.address, s.given_name AS givenName,
  s.family_name AS familyName, s.provider, s.is_connected AS isConnected,
  s.manually_disconnected AS manuallyDisconnected, s.connected_at AS connectedAt,
  s.current_daily_limit AS currentDailyLimit, s.minimum_limit AS minimumSendingsLimitPerDay,
  s.maximum_limit AS maximumSendingsLimitPerDay, s.gradual_build_up AS toggleGradualBuildUp, s.signature,
  s.error_code AS errorCode, s.error_message AS errorMessage, s.last_disconnected_at AS lastDisconnectedAt,
  s.last_reconnected_at AS lastReconnectedAt, s.health, s.pulse, s.strain, s.warmup AS warmUp, s.tick_at AS tickAt, s.free_at AS freeAt,
  s.last_sent_at AS lastSentAt, s.created_at AS createdAt, s.updated_at AS updatedAt`;

export type SenderRow = Omit<
  Sender,
  'isConnected' | 'manuallyDisconnected' | 'toggleGradualBuildUp' | 'warmUp'
> & {
  readonly isConnected: number;
  readonly manuallyDisconnected: number;
  readonly toggleGradualBuildUp: number;
  readonly warmUp: string | null;
};

export const senderOf = (row: SenderRow): Sender => ({
  ...row,
  isConnected: row.isConnected === 1,
  manuallyDisconnected: row.manuallyDisconnected === 1,
  toggleGradualBuildUp: row.toggleGradualBuildUp === 1,
  warmUp: row.warmUp === null ? null : (JSON.parse(row.warmUp) as WarmUp),
});

export function findSender(sandbox: Sandbox, id: number): Sender | undefined {
  const row = sandbox.db.prepare(`SELECT ${senderColumns} FROM sender s WHERE s.id = ?`).get<SenderRow>(id);
  return row && senderOf(row);
}

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
  sandbox.db
    .prepare(
      `SELECT ${senderColumns} FROM campaign_sender cs JOIN sender s ON s.id = cs.sender_id
       WHERE cs.campaign_id = ? ORDER BY s.id`,
    )
    .all<SenderRow>(campaignId)
    .map(senderOf);

export const scoreOf = (sender: Sender, at: number): number | null => scoreFrom(sender, sender.warmUp, at);

export const mailboxLimits = (sender: Sender, at: number): MailboxLimits => ({
  isConnected: sender.isConnected,
  connectedAt: sender.connectedAt,
  currentDailyLimit: sender.currentDailyLimit,
  maximumSendingsLimitPerDay: sender.maximumSendingsLimitPerDay,
  toggleGradualBuildUp: sender.toggleGradualBuildUp,
  healthScore: scoreOf(sender, at),
});

interface NewSender {
  readonly workspaceId: number;
  readonly address: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly provider: string;
  readonly connectedAt: number;
  readonly health: number;
  readonly gradualBuildUp: boolean;
  readonly warmUp?: WarmUp;
  readonly signature?: string;
  readonly imapServer?: string;
  readonly smtpServer?: string;
  readonly login?: string;
}

/** What a mailbox starts with; the spec gives no defaults. The build-up keeps a new one lower than this. */
const startLimits = { current: 50, minimum: 1, maximum: 50 };

export function addSender(sandbox: Sandbox, sender: NewSender): number {
  const id = sandbox.db
    .prepare(
      `INSERT INTO sender (workspace_id, address, address_key, given_name, family_name, provider, is_connected,
         connected_at, current_daily_limit, minimum_limit, maximum_limit, gradual_build_up, signature, imap_server,
         smtp_server, login, health, pulse, warmup, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      sender.workspaceId,
      sender.address,
      sender.address.toLowerCase(),
      sender.givenName,
      sender.familyName,
      sender.provider,
      sender.connectedAt,
      startLimits.current,
      startLimits.minimum,
      startLimits.maximum,
      sender.gradualBuildUp ? 1 : 0,
      sender.signature ?? '',
      sender.imapServer ?? null,
      sender.smtpServer ?? null,
      sender.login ?? null,
      sender.health,
      Math.floor(sandbox.chance('pulse', sender.address.toLowerCase()) * 2 ** 31),
      sender.warmUp ? JSON.stringify(sender.warmUp) : null,
      sender.connectedAt,
      sender.connectedAt,
    ).lastInsertRowid;
  addConnectionEvent(sandbox, id, 'connected', sender.connectedAt);
  return id;
}

interface Disconnection {
  readonly reason: string;
  readonly errorCode: string;
  readonly errorMessage: string;
}

/** The mailbox can no longer be used; its conversations wait for it. */
export function disconnect(sandbox: Sandbox, id: number, why: Disconnection, at: number): void {
  sandbox.db
    .prepare(
      `UPDATE sender SET is_connected = 0, error_code = ?, error_message = ?, last_disconnected_at = ?, tick_at = NULL,
         updated_at = ? WHERE id = ?`,
    )
    .run(why.errorCode, why.errorMessage, at, at, id);
  addConnectionEvent(sandbox, id, 'disconnected', at, why);
}

/** An existing mailbox is connected again; build-up goes on from its first connection. */
export function reconnect(sandbox: Sandbox, id: number): void {
  const now = sandbox.now();
  sandbox.db
    .prepare(
      `UPDATE sender SET is_connected = 1, manually_disconnected = 0, error_code = NULL, error_message = NULL,
         last_reconnected_at = ?, updated_at = ? WHERE id = ?`,
    )
    .run(now, now, id);
  addConnectionEvent(sandbox, id, 'reconnected', now);
}

function addConnectionEvent(
  sandbox: Sandbox,
  senderId: number,
  type: string,
  at: number,
  why?: Disconnection,
): void {
  sandbox.db
    .prepare(
      `INSERT INTO sender_event (sender_id, event_type, disconnection_reason, error_code, error_message, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(senderId, type, why?.reason ?? null, why?.errorCode ?? null, why?.errorMessage ?? null, at);
}
