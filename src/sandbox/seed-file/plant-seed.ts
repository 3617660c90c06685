import { Failure } from '../../base/errors.ts';
import { leadsPerCall } from '../../contract/areas/leads.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import { sandboxKey } from '../../contract/keys.ts';
import type { Method } from '../../contract/wire.ts';
import { day } from '../../domain/window.ts';
import { update } from '../core/rows.ts';
import type { State } from '../core/state.ts';
import type { OpenSandbox } from '../sandbox.ts';
import { addKey, addWorkspace, childKey } from '../seed.ts';
import { addCredits } from '../world/account/wallet.ts';
import { setSeats } from '../world/account/workspaces.ts';
import { setAnswerProfile } from '../world/answers/answer-profile.ts';
import { addSavedSearch } from '../world/imports/saved-searches.ts';
import { plantSender } from '../world/mailboxes/seed-senders.ts';
import { verifiedOf } from './problems.ts';
import type { SeedCampaign, SeedChild, SeedVerificationJob, SeedWorkspace, SeedWorld } from './shape.ts';

/** A workspace of the sandbox with what it is to hold. */
interface Place {
  readonly described: SeedWorkspace;
  readonly workspaceId: number;
  /** With which its calls are made. */
  readonly key: string;
}

/** The first two of every world. */
const [mainWorkspace, usualChild] = [1, 2];

/**
 * Makes a described world in a fresh sandbox: workspaces, balances, rates, mailboxes and saved searches from behind, all
 * else by calls of the service.
 */
export async function plantSeed(sandbox: OpenSandbox, world: SeedWorld): Promise<void> {
  const { state } = sandbox;
  const places = state.db.transaction(() => {
    if (world.answers) setAnswerProfile(state, world.answers as object);
    for (const table of world.senders ? ['sender_event', 'sender'] : []) {
      state.db.exec(`DELETE FROM ${table}`);
      state.db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
    }
    const found: Place[] = [{ described: world, workspaceId: mainWorkspace, key: sandboxKey }];
    for (const [at, child] of (world.workspaces ?? []).entries()) found.push(placeOfChild(state, child, at));
    for (const place of found) furnish(state, place);
    return found;
  });
  for (const place of places) await fill(sandbox, place);
}

/** The first one takes the place of the child that every world has, and may be opened with its key as well. */
function placeOfChild(state: State, described: SeedChild, at: number): Place {
  const { name, key } = described;
  const own = key ?? childKey(at);
  const workspaceId = at === 0 ? usualChild : addWorkspace(state, { name, parentId: mainWorkspace });
  update(state, 'workspace', workspaceId, { name });
  if (at > 0) addCredits(state, workspaceId, 500, welcome);
  if (at > 0 || key !== undefined) addKey(state, workspaceId, own, 'read_write', { name });
  return { described, workspaceId, key: own };
}

const welcome = 'welcome_grant';

function furnish(state: State, { described, workspaceId }: Place): void {
  const { credits, plan, contactCap, seats, leads = [], senders = [] } = described;
  if (credits !== undefined)
    state.db
      .prepare('UPDATE credit_entry SET amount = ? WHERE workspace_id = ? AND reason = ?')
      .run(credits, workspaceId, welcome);
  // A file with so many people gets a plan that holds them.
  state.db
    .prepare(
      'UPDATE workspace SET plan = coalesce(?, plan), contact_cap = max(coalesce(?, contact_cap), ?) WHERE id = ?',
    )
    .run(plan ?? null, contactCap ?? null, leads.length, workspaceId);
  if (seats !== undefined) setSeats(state, workspaceId, Math.max(seats, senders.length));
  for (const sender of senders) plantSender(state, workspaceId, sender);
}

async function fill(sandbox: OpenSandbox, place: Place): Promise<void> {
  const { leads = [], campaigns = [], savedSearches = [], verificationJobs = [] } = place.described;
  // The oldest first, as lists go by their ids.
  for (const job of verificationJobs.toSorted((a, b) => (b.daysAgo ?? 0) - (a.daysAgo ?? 0)))
    await plantJob(sandbox, place, job);
  await plantLeads(sandbox, place, leads);
  const ids = new Map<string, number>();
  for (const campaign of campaigns) ids.set(campaign.name, await plantCampaign(sandbox, place, campaign));
  const { workspaceId } = place;
  sandbox.state.db.transaction(() => {
    for (const { campaign, weekday, verifyEmails = true, ...search } of savedSearches) {
      const campaignId = ids.get(campaign) ?? 0;
      addSavedSearch(sandbox.state, { ...search, workspaceId, campaignId, verifyEmails }, weekday);
    }
  });
}

async function plantLeads(
  sandbox: OpenSandbox,
  place: Place,
  leads: readonly object[],
  into?: { campaignId: number },
): Promise<void> {
  for (let from = 0; from < leads.length; from += leadsPerCall)
    await call(sandbox, place, 'POST', '/leads', { ...into, leads: leads.slice(from, from + leadsPerCall) });
}

const addressesOf = ({ described: { leads = [] } }: Place): string[] => leads.map(({ email }) => email);

/** It is started while the clock is set back; what is due of it since then happens with the next call. */
async function plantJob(sandbox: OpenSandbox, place: Place, job: SeedVerificationJob): Promise<void> {
  const { name, daysAgo = 0, leads = addressesOf(place), share } = job;
  const offset = sandbox.state.offset();
  sandbox.state.write('offset', offset - daysAgo * day);
  const emails = verifiedOf(leads, share);
  await call(sandbox, place, 'POST', '/email-verification/jobs', { emails, name });
  sandbox.state.write('offset', offset);
}

/** Gives its id. */
async function plantCampaign(sandbox: OpenSandbox, place: Place, campaign: SeedCampaign): Promise<number> {
  const { state } = sandbox;
  const make = (method: Method, path: string, body?: unknown) => call(sandbox, place, method, path, body);
  const { status = 'draft', schedule, sequence = [], signature, senders, leads, ...create } = campaign;
  const created = await make('POST', '/campaigns', create);
  const id = (created as { campaign: { id: number } }).campaign.id;
  const at = `/campaigns/${id}`;
  if (schedule) await make('PUT', `${at}/schedule`, schedule);
  const steps = sequence.map((step, index) => ({ order: index + 1, ...step }));
  if (steps.length > 0) await make('PUT', `${at}/sequence`, { steps, signature });
  const senderEmailIds = senderIds(state, place, senders);
  if (senderEmailIds.length > 0) await make('POST', `${at}/sender-emails`, { senderEmailIds });
  const people = (leads ?? addressesOf(place)).map((email) => ({ email }));
  await plantLeads(sandbox, place, people, { campaignId: id });
  if (status === 'draft') return id;
  // The world that is described has its leads for longer than they take to be processed.
  update(state, 'campaign', id, { processingUntil: null });
  await make('POST', `${at}/resume`);
  if (status === 'paused') await make('POST', `${at}/pause`);
  return id;
}

function senderIds({ db }: State, { workspaceId }: Place, wanted: readonly string[] | undefined): number[] {
  const rows = db
    .prepare(
      'SELECT id, address_key AS address, is_connected AS connected FROM sender WHERE workspace_id = ? ORDER BY id',
    )
    .all<{ id: number; address: string; connected: number }>(workspaceId);
  const named = wanted && new Set(wanted.map(addressKey));
  const ids: number[] = [];
  for (const { id, address, connected } of rows) if (named?.has(address) ?? connected === 1) ids.push(id);
  return ids;
}

/** Says in the words of the service what it would not do. */
async function call(
  { transport }: OpenSandbox,
  { key }: Place,
  method: Method,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await transport({
    method,
    path,
    query: [],
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const said = JSON.parse(answer.body) as { error?: string };
  if (answer.status < 300) return said;
  throw new Failure('invalid_seed_file', `The world could not be made: ${said.error ?? answer.status}`, {
    hint: `It is about ${method} ${path}. Nothing was changed.`,
  });
}
