import { counted, plural } from '../../../base/counted.ts';
import type { finder } from '../../../contract/areas/finder.ts';
import { limits } from '../../../contract/limits.ts';
import type { Input, Output } from '../../../contract/operation.ts';
import { Refusal } from '../../core/handler.ts';
import type { CurrentCall, Sandbox } from '../../core/state.ts';
import { secondsToUtcMidnight } from '../../core/times.ts';
import { prospectPrice } from '../account/prices.ts';
import { availableOf, refuseUnlessAvailable } from '../account/wallet.ts';
import { requirePlan, workspaceOf } from '../account/workspaces.ts';
import { campaignOf } from '../campaign/campaigns.ts';
import { audienceKey } from '../contacts/audience.ts';
import { checkFilters } from '../contacts/filter-lists.ts';
import { readRef } from '../contacts/refs.ts';
import { countLeads } from '../leads/leads.ts';
import { progressOf, startAdding } from './audience-progress.ts';
import { failImport, lookedToday, nextBatch } from './import-events.ts';
import { type Import, type ImportError, imports, runningImports } from './import-records.ts';
import { noVerdicts } from './verification.ts';

type Request = Input<typeof finder.startImport>['body'];

/** An import that no call starts. */
interface TopUp {
  readonly of: number;
  /** Its part in the ledger. */
  readonly asked: CurrentCall;
}

/** Starts an import or says which of the spec's rules forbids it; nothing is spent yet. */
export function startImport(
  sandbox: Sandbox,
  workspaceId: number,
  request: Request,
  topUp?: TopUp,
): Output<typeof finder.startImport> {
  if (request.filters) checkFilters(request.filters);
  const workspace = requirePlan(sandbox, workspaceId);
  const campaign = campaignOf(sandbox, workspaceId, request.campaignId);
  const { people, expired } = selectedPeople(sandbox, workspaceId, request);
  const key = request.filters ? audienceKey(request.filters) : null;
  refuseWhileRunning(sandbox, workspaceId, request.mode === 'first_n' ? key : null);
  const requested = people ? people.length : (request.count ?? 0);
  if (!people) refuseOverDay(sandbox, workspaceId, requested);
  const { contactCap } = workspace;
  // With no room at all nothing is started; where room ends on the way, the import does.
  if (countLeads(sandbox, workspaceId) >= contactCap)
    throw new Refusal(422, `The plan holds ${contactCap} contacts, and they are all taken`, {
      code: 'contact_cap_reached',
      contactCap,
    });
  const creditsPerProspect = prospectPrice(workspace);
  const estimatedCredits = requested * creditsPerProspect;
  refuseUnlessAvailable(sandbox, workspaceId, estimatedCredits);
  const { fromStart = false } = request;
  const next = key === null || fromStart ? 1 : progressOf(sandbox, workspaceId, key).nextFrom;
  const startsAt = people || key === null ? null : next;
  if (key !== null) startAdding(sandbox, workspaceId, key);
  const importId = imports.insert(sandbox, {
    ...fresh,
    workspaceId,
    campaignId: campaign.id,
    mode: request.mode,
    requested,
    expired,
    creditsPerProspect,
    verifyEmails: request.verifyEmails ?? true,
    audienceKey: key,
    filters: request.filters ?? null,
    people,
    startsAt,
    position: startsAt ?? 1,
    ledgerId: topUp ? sandbox.happens(topUp.asked) : sandbox.effect(),
    topUpOf: topUp?.of ?? null,
    createdAt: sandbox.now(),
  });
  nextBatch(sandbox, importId);
  return {
    importId,
    status: 'running',
    requested,
    estimatedCredits,
    creditsPerProspect,
    available: availableOf(sandbox, workspaceId),
    expired,
    audienceKey: key,
    ...(startsAt !== null && { startsAt }),
  };
}

/** The record of a top-up that was refused: it is shown in the list of imports only. */
export function recordRefused(
  sandbox: Sandbox,
  workspaceId: number,
  { campaignId, filters, count = 0, verifyEmails = true }: Request,
  { topUpOf, lastError }: { topUpOf: number; lastError: ImportError },
): void {
  const importId = imports.insert(sandbox, {
    ...fresh,
    workspaceId,
    campaignId,
    mode: 'first_n',
    requested: count,
    expired: 0,
    creditsPerProspect: prospectPrice(workspaceOf(sandbox, workspaceId)),
    verifyEmails,
    audienceKey: filters ? audienceKey(filters) : null,
    filters: filters ?? null,
    position: 1,
    ledgerId: 0,
    topUpOf,
    createdAt: sandbox.now(),
  });
  failImport(sandbox, importId, lastError);
}

const fresh = {
  status: 'running',
  added: 0,
  skipped: 0,
  looked: 0,
  skipReasons: {},
  creditsSpent: 0,
  verification: noVerdicts,
} satisfies Partial<Import>;

/** The people behind the refs, each once; refs no longer stored are counted and dropped. */
function selectedPeople(sandbox: Sandbox, workspaceId: number, { mode, refs = [] }: Request) {
  if (mode !== 'selected') return { people: null, expired: 0 };
  const owner = { seed: sandbox.seed, workspaceId };
  const people = new Set<number>();
  let expired = 0;
  for (const ref of new Set(refs)) {
    const person = readRef(owner, ref, sandbox.now());
    if (person === undefined) expired++;
    else people.add(person);
  }
  if (people.size === 0)
    throw new Refusal(410, 'None of the results is stored any more: search again', {
      code: 'results_expired',
      expired,
    });
  return { people: [...people], expired };
}

function refuseWhileRunning(sandbox: Sandbox, workspaceId: number, key: string | null): void {
  const running = runningImports(sandbox, workspaceId);
  const same = running.find(
    ({ mode, audienceKey }) => mode === 'first_n' && key !== null && audienceKey === key,
  );
  if (same)
    throw new Refusal(409, `Import ${same.id} from the same filters is still running`, {
      code: 'import_running',
      importId: same.id,
    });
  if (running.length >= limits.importsAtOnce)
    throw new Refusal(429, `At most ${counted(limits.importsAtOnce, 'import')} run at once`, {
      code: 'rate_limited',
      reason: 'running_imports',
      retryAfterSeconds: 15,
    });
}

function refuseOverDay(sandbox: Sandbox, workspaceId: number, requested: number): void {
  const { left } = lookedToday(sandbox, { workspaceId });
  if (requested <= left) return;
  throw new Refusal(
    429,
    `Of today's ${counted(limits.importedPeoplePerDay, 'person', 'people')}, ${left} ${plural(left, 'is', 'are')} left`,
    {
      code: 'budget_exhausted',
      reason: 'daily_import_limit',
      retryAfterSeconds: secondsToUtcMidnight(sandbox.now()),
    },
  );
}
