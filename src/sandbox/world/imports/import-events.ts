import { limits } from '../../../contract/limits.ts';
import type { Sandbox } from '../../core/state.ts';
import { utcDay } from '../../core/times.ts';
import { count, countOf } from '../account/counters.ts';
import { availableOf, hold, settleHold } from '../account/wallet.ts';
import { workspaceOf } from '../account/workspaces.ts';
import { type Campaign, findCampaign } from '../campaign/campaigns.ts';
import { audienceOf } from '../contacts/audience.ts';
import { peopleOf } from '../contacts/people.ts';
import { leadsImported } from '../events/lead-events.ts';
import { countLeads } from '../leads/leads.ts';
import { joinCampaign } from '../leads/membership.ts';
import { advanceAudience } from './audience-progress.ts';
import { type EndReason, type Import, type ImportError, imports, type SkipReason } from './import-records.ts';
import { type Outcome, screen } from './import-screening.ts';
import { openVerifier, type VerificationCounts } from './verification.ts';

/**
 * The life of an import, batch by batch: credits are held, people looked at, leads created, the hold settled against
 * those created (spec, Import rules). The pauses are ours; they make progress something one can watch.
 */
const pauses = { beforeHoldMs: 500, revealMs: 1500, finishMs: 1000 } as const;

const lookedCounter = 'finder_looked';

interface Batch {
  readonly importId: number;
  readonly batch: number;
  /** How many additions are paid for by the hold. */
  readonly paid: number;
}

/** The first batch, unless said. */
export const nextBatch = (sandbox: Sandbox, importId: number, batch = 1): void =>
  sandbox.schedule(sandbox.now() + pauses.beforeHoldMs, 'finder.hold', { importId, batch });

const holdName = (importId: number, batch: number): string => `import ${importId} batch ${batch}`;

export function holdBatch(sandbox: Sandbox, { importId, batch }: Omit<Batch, 'paid'>): void {
  const running = imports.find(sandbox, importId);
  if (running?.status !== 'running') return;
  const { workspaceId, creditsPerProspect: price } = running;
  const left = running.people ? running.people.length : running.requested - running.added;
  const credits = price === 0 ? 0 : Math.max(0, availableOf(sandbox, workspaceId));
  const affordable = price === 0 ? left : Math.floor(credits / price);
  // People of a batch: at least fifty, and at most twenty batches in all.
  const paid = Math.min(Math.max(50, Math.ceil(running.requested / 20)), left, affordable);
  if (paid === 0) failImport(sandbox, importId, 'insufficient_credits');
  else {
    hold(sandbox, workspaceId, paid * price, holdName(importId, batch));
    sandbox.schedule(sandbox.now() + pauses.revealMs, 'finder.settle', { importId, batch, paid });
  }
}

export function settleBatch(sandbox: Sandbox, { importId, batch, paid }: Batch): void {
  const running = imports.get(sandbox, importId);
  const campaign = findCampaign(sandbox, running.campaignId);
  const work = campaign ? lookAt(sandbox, running, campaign, paid) : nothing(running);
  const spent = work.leads.length * running.creditsPerProspect;
  settleHold(sandbox, holdName(importId, batch), spent, 'lead_finder_import');
  sandbox.charge(running.ledgerId, { credits: spent });
  imports.update(sandbox, importId, {
    added: running.added + work.leads.length,
    skipped: running.skipped + work.skipped,
    looked: running.looked + work.looked,
    creditsSpent: running.creditsSpent + spent,
    skipReasons: work.reasons,
    verification: work.verification,
    position: work.position,
    people: work.people,
  });
  if (campaign && work.leads.length > 0) {
    leadsImported(sandbox, running.workspaceId, campaign.id, work.leads);
    joinCampaign(sandbox, campaign.id, work.leads, running.ledgerId);
  }
  if (running.audienceKey !== null)
    advanceAudience(sandbox, running.workspaceId, running.audienceKey, {
      added: work.leads.length,
      nextFrom: running.mode === 'first_n' ? work.position : undefined,
    });
  conclude(sandbox, importId, batch, campaign ? work.stopped : 'campaign_not_found');
}

interface Work {
  readonly leads: number[];
  readonly reasons: Partial<Record<SkipReason, number>>;
  readonly verification: VerificationCounts;
  skipped: number;
  looked: number;
  position: number;
  people: number[] | null;
  stopped?: ImportError;
}

const nothing = (running: Import): Work => ({
  leads: [],
  reasons: { ...running.skipReasons },
  verification: { ...running.verification },
  skipped: 0,
  looked: 0,
  position: running.position,
  people: running.people && [...running.people],
});

/** Looks at people until the paid additions are made, or there is a reason to stop. */
function lookAt(sandbox: Sandbox, running: Import, campaign: Campaign, paid: number): Work {
  const work = nothing(running);
  const next = candidates(sandbox, running, work, paid);
  const workspace = workspaceOf(sandbox, running.workspaceId);
  const room = workspace.contactCap - countLeads(sandbox, workspace.id);
  const verifier = running.verifyEmails ? openVerifier(sandbox, workspace) : undefined;
  const screening = { workspace, campaign, verifier, counts: work.verification };
  while (work.leads.length < paid) {
    const person = next();
    if (person === undefined) break;
    work.looked++;
    const full = work.leads.length >= room;
    const outcome: Outcome = full ? { skipped: 'contact_cap_reached' } : screen(sandbox, screening, person);
    if ('leadId' in outcome) work.leads.push(outcome.leadId);
    else {
      work.skipped++;
      work.reasons[outcome.skipped] = (work.reasons[outcome.skipped] ?? 0) + 1;
    }
    if (full) {
      work.stopped = 'contact_cap_reached';
      break;
    }
  }
  verifier?.close(running.ledgerId);
  if (running.mode === 'first_n')
    count(sandbox, running.workspaceId, lookedCounter, utcDay(sandbox.now()), work.looked);
  return work;
}

/** Who comes next: the selected ones, or the audience from the position on, within what may be looked at. */
function candidates(sandbox: Sandbox, running: Import, work: Work, paid: number): () => number | undefined {
  const { people, filters } = running;
  if (people) {
    // A batch of selected people looks at as many as it paid for: some of them will not be added.
    let left = paid;
    return () => (left-- > 0 ? work.people?.shift() : undefined);
  }
  const audience = audienceOf(peopleOf(sandbox.seed), filters ?? {});
  const inBatch = Math.max(250, paid * limits.lookPerRequested);
  const left = Math.min(
    inBatch,
    lookLimit(running.requested) - running.looked,
    lookedToday(sandbox, running).left,
  );
  return () => {
    const person = work.looked < left ? audience[work.position - 1] : undefined;
    if (person !== undefined) work.position++;
    return person;
  };
}

/** Five people for each one asked for, and a thousand at least (spec, Import rule 6). */
const lookLimit = (requested: number): number =>
  Math.max(limits.lookLeast, requested * limits.lookPerRequested);

export function lookedToday(sandbox: Sandbox, { workspaceId }: { workspaceId: number }) {
  const used = countOf(sandbox, workspaceId, lookedCounter, utcDay(sandbox.now()));
  return { used, left: Math.max(0, limits.importedPeoplePerDay - used) };
}

function conclude(sandbox: Sandbox, importId: number, batch: number, stopped: ImportError | undefined): void {
  const running = imports.get(sandbox, importId);
  const end = stopped ? undefined : endOf(sandbox, running);
  const exhausted = running.mode === 'first_n' && lookedToday(sandbox, running).left === 0;
  if (stopped) failImport(sandbox, importId, stopped);
  else if (end) {
    const { workspaceId, audienceKey } = running;
    imports.update(sandbox, importId, { status: 'completed', endReason: end });
    // The next import of an audience that ran out begins at the top again.
    if (end === 'audience_exhausted' && audienceKey !== null)
      advanceAudience(sandbox, workspaceId, audienceKey, { added: 0, nextFrom: 1 });
    sandbox.schedule(sandbox.now() + pauses.finishMs, 'finder.finish', { importId });
  } else if (exhausted) failImport(sandbox, importId, 'budget_exhausted');
  else nextBatch(sandbox, importId, batch + 1);
}

function endOf(sandbox: Sandbox, running: Import): EndReason | undefined {
  if (running.people) return running.people.length === 0 ? 'all_selected' : undefined;
  if (running.added >= running.requested) return 'requested_reached';
  const audience = audienceOf(peopleOf(sandbox.seed), running.filters ?? {});
  if (running.position > audience.length) return 'audience_exhausted';
  return running.looked >= lookLimit(running.requested) ? 'fetch_limit' : undefined;
}

export function failImport(sandbox: Sandbox, id: number, lastError: ImportError): void {
  imports.update(sandbox, id, { status: 'failed', lastError });
  sandbox.schedule(sandbox.now() + pauses.finishMs, 'finder.finish', { importId: id });
}

export function finishImport(sandbox: Sandbox, { importId }: { importId: number }): void {
  imports.update(sandbox, importId, { finishedAt: sandbox.now() });
}
