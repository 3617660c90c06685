import { counted } from '../../base/counted.ts';
import { senders } from '../../contract/areas/senders.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import { domainOf, isPersonalMailbox } from '../../contract/checks/personal-mailbox.ts';
import type { Input } from '../../contract/operation.ts';
import { defaultWarmUp, type WarmUp } from '../../domain/mailbox/warm-up.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { pageInfo, pageOf } from '../core/paging.ts';
import { invalidField } from '../core/request.ts';
import { countRows, hasRow } from '../core/rows.ts';
import type { Sandbox } from '../core/state.ts';
import { seatsOf, workspaceOf } from '../world/account/workspaces.ts';
import { merge } from '../world/campaign/create-campaign.ts';
import { dnsVitals } from '../world/mailboxes/dns.ts';
import { senderDetail, senderItem, warmUpView } from '../world/mailboxes/sender-views.ts';
import {
  addSender,
  findSender,
  noteName,
  reconnect,
  type Sender,
  senderTable,
} from '../world/mailboxes/senders.ts';
import { wakeSender } from '../world/sending/wake.ts';

export const section = sectionOf(senders, {
  list: ({ query, workspaceId }, sandbox) => {
    const page = pageOf(query, 20);
    const { campaignId = null, isConnected } = query;
    const { rows, total } = senderTable.page(
      sandbox,
      page,
      `t.workspace_id = ?1 AND (?2 IS NULL OR t.id IN (SELECT sender_id FROM campaign_sender WHERE campaign_id = ?2))
       AND (?3 IS NULL OR t.is_connected = ?3)`,
      spaceOf(sandbox, workspaceId, query.spaceId),
      campaignId,
      isConnected === undefined ? null : Number(isConnected),
    );
    return { senderEmails: rows.map((row) => senderItem(sandbox, row)), ...pageInfo(page, total) };
  },

  connect: ({ body, workspaceId }, sandbox) => {
    checkMailbox(body);
    const existing = senderTable.first(sandbox, 'WHERE t.address_key = ?', body.email.trim().toLowerCase());
    if (existing && existing.workspaceId !== workspaceId)
      throw new Refusal(409, `${body.email} is connected to another workspace`);
    if (!existing) {
      const seats = seatsOf(sandbox, workspaceId);
      if (countRows(sandbox, 'sender WHERE workspace_id = ?', workspaceId) >= seats)
        throw new Refusal(
          402,
          `The plan has no seat left: ${counted(seats, 'mailbox is', 'mailboxes are')} connected`,
        );
    }
    refuseUnlessAccepted(body);
    const id = existing?.id ?? create(sandbox, workspaceId, body);
    if (existing) reconnect(sandbox, id);
    wakeSender(sandbox, id);
    return {
      message: 'Mailbox connected',
      senderEmail: senderDetail(sandbox, senderOf(sandbox, workspaceId, id)),
    };
  },

  get: ({ params, workspaceId }, sandbox) =>
    senderDetail(sandbox, senderOf(sandbox, workspaceId, params.id, 403)),

  update: ({ params, body, workspaceId }, sandbox) => {
    const before = senderOf(sandbox, workspaceId, params.id, 403);
    const least = body.minimumSendingsLimitPerDay ?? before.minimumSendingsLimitPerDay;
    const most = body.maximumSendingsLimitPerDay ?? before.maximumSendingsLimitPerDay;
    if (least > most)
      throw invalidField(
        'minimumSendingsLimitPerDay',
        least,
        `must not be above maximumSendingsLimitPerDay (${most})`,
      );
    if (body.givenName !== undefined || body.familyName !== undefined) noteName(sandbox, before);
    senderTable.update(sandbox, before.id, { ...body, updatedAt: sandbox.now() });
    wakeSender(sandbox, before.id);
    const senderEmail = senderDetail(sandbox, senderOf(sandbox, workspaceId, before.id));
    // The spec: null in the response of the update call.
    return { message: 'Mailbox updated', senderEmail: { ...senderEmail, connectionHistory: null } };
  },

  dns: ({ params, workspaceId }, sandbox) => {
    const sender = senderOf(sandbox, workspaceId, params.id);
    const domain = domainOf(sender.address);
    if (!domain.includes('.')) throw new Refusal(422, `${sender.address} has no valid domain`);
    return dnsVitals(sandbox, sender, domain);
  },

  warmup: ({ params, workspaceId }, sandbox) =>
    warmUpView(senderOf(sandbox, workspaceId, params.id), sandbox.now()),

  setWarmup: ({ params, body, workspaceId }, sandbox) => {
    const { id, warmUp } = senderOf(sandbox, workspaceId, params.id);
    const changed = changeWarmUp(warmUp ?? defaultWarmUp, body, sandbox.now());
    senderTable.update(sandbox, id, { warmUp: changed, updatedAt: sandbox.now() });
    wakeSender(sandbox, id);
    return warmUpView(senderOf(sandbox, workspaceId, id), sandbox.now());
  },
});

/** A mailbox of the workspace, or of a child of it (spec, Authentication 5). Another's is refused with `foreign`. */
function senderOf(sandbox: Sandbox, workspaceId: number, id: number, foreign: 403 | 404 = 404): Sender {
  const sender = findSender(sandbox, id);
  const reachable =
    sender &&
    (sender.workspaceId === workspaceId || workspaceOf(sandbox, sender.workspaceId).parentId === workspaceId);
  if (!sender || (!reachable && foreign === 404)) throw new Refusal(404, `Mailbox ${id} not found`);
  if (!reachable) throw new Refusal(403, `Mailbox ${id} is not in this workspace`);
  return sender;
}

/** The workspace whose mailboxes are listed: the key's own, or a child of it by `spaceId`. */
function spaceOf(sandbox: Sandbox, workspaceId: number, spaceId: number | undefined): number {
  if (spaceId === undefined || spaceId === workspaceId) return workspaceId;
  const isChild = hasRow(sandbox, 'workspace WHERE id = ? AND parent_id = ?', spaceId, workspaceId);
  if (!isChild) throw invalidField('spaceId', spaceId, 'is not a workspace of this key');
  return spaceId;
}

type NewMailbox = Input<typeof senders.connect>['body'];

function checkMailbox(mailbox: NewMailbox): void {
  const { email } = mailbox;
  const problem = addressProblem(email.trim());
  if (problem) throw invalidField('email', email, `is not an email address: ${problem}`);
  if (isPersonalMailbox(email.trim())) throw invalidField('email', email, 'must be on a business domain');
  for (const field of ['imapServerUrl', 'smtpServerUrl'] as const)
    if (!/^[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i.test(mailbox[field]))
      throw invalidField(field, mailbox[field], 'must be a host with an optional port');
}

/** No mail server is ever called. To rehearse a refusal: the password `wrong`, or a host under `.invalid`. */
function refuseUnlessAccepted({ password, imapServerUrl, smtpServerUrl }: NewMailbox): void {
  if (password === 'wrong') throw new Refusal(502, 'The mail server rejected the login or the password');
  for (const server of [imapServerUrl, smtpServerUrl])
    if (/\.invalid(:\d+)?$/i.test(server)) throw new Refusal(502, `Could not connect to ${server}`);
}

/** The password is not kept. */
function create(sandbox: Sandbox, workspaceId: number, mailbox: NewMailbox): number {
  const address = mailbox.email.trim();
  return addSender(sandbox, {
    workspaceId,
    address,
    givenName: mailbox.firstName ?? '',
    familyName: mailbox.lastName ?? '',
    provider: 'smtp',
    connectedAt: sandbox.now(),
    health: 88 + Math.floor(sandbox.chance('health', address.toLowerCase()) * 12),
    toggleGradualBuildUp: true,
    imapServer: mailbox.imapServerUrl,
    smtpServer: mailbox.smtpServerUrl,
    login: mailbox.loginString ?? address,
  });
}

function changeWarmUp(
  before: WarmUp,
  given: { [K in keyof WarmUp]?: WarmUp[K] | undefined },
  now: number,
): WarmUp {
  const { activatedAt, enabledAt } = before;
  const after: WarmUp = { ...merge(before, given), activatedAt, enabledAt };
  if (after.startLimit > after.capLimit)
    throw invalidField('startLimit', after.startLimit, `must not be above capLimit (${after.capLimit})`);
  try {
    new Intl.DateTimeFormat('en', { timeZone: after.timezone });
  } catch {
    throw invalidField('timezone', after.timezone, 'is not the name of a time zone');
  }
  if (!after.enabled || before.enabled) return after;
  return { ...after, enabledAt: now, activatedAt: before.activatedAt ?? now };
}
