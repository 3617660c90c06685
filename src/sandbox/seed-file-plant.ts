import { leadsPerCall } from '../contract/areas/leads.ts';
import { Failure } from '../contract/errors.ts';
import { sandboxKey } from '../contract/keys.ts';
import type { Method } from '../contract/wire.ts';
import { addressKey } from '../domain/email-address.ts';
import { defaultWarmUp } from '../domain/warm-up.ts';
import { day } from '../domain/window.ts';
import type { OpenSandbox } from './sandbox.ts';
import type { SeedCampaign, SeedSender, SeedWorld } from './seed-file.ts';
import { setAnswerProfile } from './world/answers/answer-profile.ts';
import { addSender, disconnect } from './world/mailboxes/senders.ts';

/** The main workspace, which is the first one in every world. */
const workspaceId = 1;

/** Makes a described world in a fresh sandbox: balance, rates and mailboxes from behind, all else by calls of the service. */
export async function plantSeed(sandbox: OpenSandbox, world: SeedWorld): Promise<void> {
  const { state } = sandbox;
  state.db.transaction(() => {
    if (world.credits !== undefined)
      state.db
        .prepare("UPDATE credit_entry SET amount = ? WHERE workspace_id = ? AND reason = 'welcome_grant'")
        .run(world.credits, workspaceId);
    // Whoever describes so many people has a plan that holds them.
    state.db
      .prepare('UPDATE workspace SET contact_cap = max(contact_cap, ?) WHERE id = ?')
      .run(world.leads.length, workspaceId);
    if (world.answers) setAnswerProfile(state, world.answers);
    if (world.senders) replaceSenders(sandbox, world.senders);
  });
  for (let from = 0; from < world.leads.length; from += leadsPerCall)
    await call(sandbox, 'POST', '/leads', { leads: world.leads.slice(from, from + leadsPerCall) });
  for (const campaign of world.campaigns) await plantCampaign(sandbox, world, campaign);
}

function replaceSenders({ state }: OpenSandbox, senders: readonly SeedSender[]): void {
  for (const table of ['sender_event', 'sender']) {
    state.db.exec(`DELETE FROM ${table}`);
    state.db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
  }
  const now = state.now();
  for (const { healthScore = 95, connectedWeeks = 12, ...sender } of senders) {
    const connectedAt = now - connectedWeeks * 7 * day;
    const id = addSender(state, {
      workspaceId,
      address: sender.address,
      givenName: sender.givenName ?? sender.address.split('@')[0] ?? sender.address,
      familyName: sender.familyName ?? '',
      provider: sender.provider ?? 'smtp',
      signature: sender.signature ?? '',
      gradualBuildUp: sender.toggleGradualBuildUp ?? true,
      connectedAt,
      health: healthScore ?? 0,
      ...(healthScore !== null && {
        warmUp: { ...defaultWarmUp, enabled: true, activatedAt: connectedAt, enabledAt: connectedAt },
      }),
    });
    const { currentDailyLimit, maximumSendingsLimitPerDay } = sender;
    state.db
      .prepare(
        'UPDATE sender SET current_daily_limit = coalesce(?, current_daily_limit), maximum_limit = coalesce(?, maximum_limit) WHERE id = ?',
      )
      .run(currentDailyLimit ?? null, maximumSendingsLimitPerDay ?? null, id);
    if (sender.isConnected === false)
      disconnect(
        state,
        id,
        {
          reason: 'authentication_failed',
          errorCode: 'AUTH_FAILED',
          errorMessage: 'The mail server refused the password',
        },
        now,
      );
  }
}

async function plantCampaign(sandbox: OpenSandbox, world: SeedWorld, campaign: SeedCampaign): Promise<void> {
  const { state } = sandbox;
  const created = await call(sandbox, 'POST', '/campaigns', campaign.create);
  const id = (created as { campaign: { id: number } }).campaign.id;
  const at = `/campaigns/${id}`;
  if (campaign.schedule) await call(sandbox, 'PUT', `${at}/schedule`, campaign.schedule);
  if (campaign.steps.length > 0) {
    const { steps, signature } = campaign;
    await call(sandbox, 'PUT', `${at}/sequence`, { steps, ...(signature !== undefined && { signature }) });
  }
  const senderEmailIds = senderIds(sandbox, campaign.senders);
  if (senderEmailIds.length > 0) await call(sandbox, 'POST', `${at}/sender-emails`, { senderEmailIds });
  const people = (campaign.leads ?? world.leads.map(({ email }) => email)).map((email) => ({ email }));
  for (let from = 0; from < people.length; from += leadsPerCall)
    await call(sandbox, 'POST', '/leads', { campaignId: id, leads: people.slice(from, from + leadsPerCall) });
  if (campaign.status === undefined || campaign.status === 'draft') return;
  // The world that is described has its leads for longer than they take to be processed.
  state.db.prepare('UPDATE campaign SET processing_until = NULL WHERE id = ?').run(id);
  await call(sandbox, 'POST', `${at}/resume`);
  if (campaign.status === 'paused') await call(sandbox, 'POST', `${at}/pause`);
}

function senderIds({ state }: OpenSandbox, wanted: readonly string[] | undefined): number[] {
  const rows = state.db
    .prepare(
      'SELECT id, address_key AS address, is_connected AS connected FROM sender WHERE workspace_id = ? ORDER BY id',
    )
    .all<{ id: number; address: string; connected: number }>(workspaceId);
  if (!wanted) return rows.filter(({ connected }) => connected === 1).map(({ id }) => id);
  return wanted.map((address) => {
    const found = rows.find((row) => row.address === addressKey(address));
    if (!found)
      throw new Failure('usage', `There is no mailbox ${address} in this world`, {
        code: 'invalid_seed_file',
      });
    return found.id;
  });
}

/** Says in the words of the service what it would not do. */
async function call(
  { transport }: OpenSandbox,
  method: Method,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await transport({
    method,
    path,
    query: [],
    headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const said = JSON.parse(answer.body) as { error?: string };
  if (answer.status < 300) return said;
  throw new Failure('usage', `The world could not be made: ${said.error ?? answer.status}`, {
    code: 'invalid_seed_file',
    hint: `It is about ${method} ${path}. Nothing was changed.`,
  });
}
