import { counted } from '../../../base/counted.ts';
import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { addIcp } from '../audience/icps.ts';
import { campaignTable, findCampaign } from '../campaign/campaigns.ts';
import { createCampaign } from '../campaign/create-campaign.ts';
import { launchProblem, startCampaign } from '../campaign/start-campaign.ts';
import { attachSender } from '../mailboxes/senders.ts';
import { draftProfile } from '../planning/profile-draft.ts';
import { draftSequence, stepsOf } from '../planning/sequence-draft.ts';
import { siteOf } from '../planning/website.ts';
import { replaceSteps } from '../sending/sequence.ts';
import { matching, revealFirstBatch } from './first-batch.ts';
import { connectedSenders, isUnderWay, needsInfrastructure, orderInfrastructure } from './infrastructure.ts';
import { type Run, type RunStatus, runs } from './runs.ts';
import { change, fail, lasts, moveTo, note, proceed, type Step, scheduleStep } from './steps.ts';

/** Between two looks at an order. */
const orderingMs = 5 * 60_000;

/** What happens when a state has lasted long enough (spec, Autopilot run status). */
const next: Partial<Record<RunStatus, (sandbox: Sandbox, run: Run) => void>> = {
  pending: (sandbox, run) => proceed(sandbox, run, 'building_icp', `Reading ${siteOf(run.website).host}`),
  building_icp: buildIcp,
  writing_sequence: writeSequence,
  sourcing_prospects: (sandbox, run) =>
    run.approvedAt === null ? check(sandbox, run) : reveal(sandbox, run),
  provisioning_infrastructure: provision,
  paused: start,
  running: watch,
};

export function onAdvance(sandbox: Sandbox, { runId, status, approved }: Step): void {
  const run = runs.find(sandbox, runId);
  const stale = !run || run.killSwitch || run.status !== status || (run.approvedAt !== null) !== approved;
  if (!stale) next[status]?.(sandbox, run);
}

function buildIcp(sandbox: Sandbox, run: Run): void {
  const site = siteOf(run.website);
  if (site.state !== 'readable') {
    const why = site.state === 'placeholder' ? 'shows a placeholder page' : 'could not be read';
    fail(sandbox, run, `website_${site.state}`, `${site.host} ${why}`);
    return;
  }
  const profile = draftProfile(sandbox, site);
  const { titles, seniorities, industries, companySizes } = profile;
  const icpId = addIcp(sandbox, run.workspaceId, {
    name: `${site.name}: ${profile.name}`,
    summary: profile.summary,
    sourceWebsite: run.website,
    criteria: { titles, seniorities, industries, companySizes },
    personas: profile.personas,
    isGenerated: true,
  });
  const drafted = `Profile ${icpId} is drafted: ${profile.name}`;
  proceed(sandbox, run, 'writing_sequence', drafted, { icpId });
}

function writeSequence(sandbox: Sandbox, run: Run): void {
  const site = siteOf(run.website);
  const steps = draftSequence(site, draftProfile(sandbox, site));
  const campaignId = createCampaign(sandbox, run.workspaceId, {
    name: `Autopilot: ${site.name}`,
    daysSchedule: '1,2,3,4,5',
  });
  replaceSteps(sandbox, campaignId, stepsOf(steps));
  const written = `A sequence of ${counted(steps.length, 'email')} is written into draft campaign ${campaignId}`;
  proceed(sandbox, run, 'sourcing_prospects', written, { campaignId, prospectSearchId: run.id });
}

/** The first visit: it only looks, for free, whether anybody matches. */
function check(sandbox: Sandbox, run: Run): void {
  const found = matching(sandbox, run).length;
  const matches = `${counted(found, 'person matches', 'people match')} the profile; nothing was spent`;
  if (found > 0) moveTo(sandbox, run, 'awaiting_approval', matches);
  else fail(sandbox, run, 'no_prospects', 'No one matches the profile');
}

/** The second visit, after the approval: it spends. */
function reveal(sandbox: Sandbox, run: Run): void {
  const { delivered, credits, problem } = revealFirstBatch(sandbox, run);
  if (problem) {
    fail(sandbox, run, problem, 'The first batch delivered no prospects; nothing was bought');
    return;
  }
  if (run.ledgerId !== null) sandbox.charge(run.ledgerId, { credits });
  const joined = `${counted(delivered, 'prospect')} joined the campaign for ${counted(credits, 'credit')}`;
  const moved = moveTo(sandbox, run, 'provisioning_infrastructure', joined);
  if (needsInfrastructure(sandbox, moved)) order(sandbox, moved);
  else {
    const spared = note(sandbox, moved, 'system', 'No infrastructure is bought');
    scheduleStep(sandbox, spared, lasts.provisioning_infrastructure);
  }
}

/** Buys what the plan says; where that is refused, the run ends there. */
function order(sandbox: Sandbox, run: Run): void {
  try {
    const orderId = orderInfrastructure(sandbox, run);
    const ordered = note(sandbox, change(sandbox, run, { orderId }), 'system', `Order ${orderId} is placed`);
    scheduleStep(sandbox, ordered, orderingMs);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code } = error.extra;
    fail(sandbox, run, typeof code === 'string' ? code : 'order_refused', error.message);
  }
}

/** Waits for an order, however it ends; what is missing then keeps the campaign from starting. */
function provision(sandbox: Sandbox, run: Run): void {
  if (run.orderId !== null && isUnderWay(sandbox, run.orderId)) scheduleStep(sandbox, run, orderingMs);
  else start(sandbox, run);
}

/** Launches the campaign from every connected mailbox; what keeps it from starting pauses the run until it is fixed. */
function start(sandbox: Sandbox, run: Run): void {
  const campaign = campaignTable.get(sandbox, run.campaignId ?? 0);
  for (const senderId of connectedSenders(sandbox, run.workspaceId))
    attachSender(sandbox, campaign.id, senderId);
  const problem = campaign.status === 'draft' ? launchProblem(sandbox, campaign) : undefined;
  if (problem) {
    const [code, why] = problem;
    if (run.status === 'paused') scheduleStep(sandbox, run, lasts.paused);
    else proceed(sandbox, run, 'paused', `The campaign cannot start: ${why}`, { lastError: code });
    return;
  }
  const launched = campaign.status === 'draft';
  if (launched) startCampaign(sandbox, campaign);
  proceed(sandbox, run, 'running', `Campaign ${campaign.id} is launched`, { launched, lastError: '' });
}

/** Once its campaign has sent everything, so has the run. */
function watch(sandbox: Sandbox, run: Run): void {
  const campaign = findCampaign(sandbox, run.campaignId ?? 0);
  if (campaign?.status === 'completed') moveTo(sandbox, run, 'completed', 'Everything was sent');
  else scheduleStep(sandbox, run, lasts.running);
}
