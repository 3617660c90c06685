import { counted } from '../../../base/counted.ts';
import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { addIcp } from '../audience/icps.ts';
import { campaignTable, findCampaign } from '../campaign/campaigns.ts';
import { createCampaign } from '../campaign/create-campaign.ts';
import { launchProblem, startCampaign } from '../campaign/start-campaign.ts';
import { attachSender } from '../mailboxes/senders.ts';
import { draftProfile } from '../planning/profile-draft.ts';
import { draftSequence } from '../planning/sequence-draft.ts';
import { siteOf } from '../planning/website.ts';
import { replaceSteps } from '../sending/sequence.ts';
import { matching, revealFirstBatch } from './first-batch.ts';
import { connectedSenders, isUnderWay, needsInfrastructure, orderInfrastructure } from './infrastructure.ts';
import { type Run, type RunStatus, runs } from './runs.ts';
import { change, fail, moveTo, note, type Step, scheduleStep } from './steps.ts';

/** How long each state lasts; the figures are ours. A running campaign is looked at every few hours. */
const lasts = {
  building_icp: 4000,
  writing_sequence: 4000,
  checking: 2000,
  provisioning: 2000,
  /** Between two looks at an order. */
  ordering: 5 * 60_000,
  watching: 6 * 3_600_000,
} as const;

/** What happens when a state has lasted long enough (spec, Autopilot run status). */
const next: Partial<Record<RunStatus, (sandbox: Sandbox, run: Run) => void>> = {
  pending: (sandbox, run) => {
    const moved = moveTo(sandbox, run, 'building_icp', `Reading ${siteOf(run.website).host}`);
    scheduleStep(sandbox, moved, lasts.building_icp);
  },
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
  const moved = moveTo(
    sandbox,
    change(sandbox, run, { icpId }),
    'writing_sequence',
    `Profile ${icpId} is drafted: ${profile.name}`,
  );
  scheduleStep(sandbox, moved, lasts.writing_sequence);
}

function writeSequence(sandbox: Sandbox, run: Run): void {
  const site = siteOf(run.website);
  const steps = draftSequence(site, draftProfile(sandbox, site));
  const campaignId = createCampaign(sandbox, run.workspaceId, {
    name: `Autopilot: ${site.name}`,
    daysSchedule: '1,2,3,4,5',
  });
  replaceSteps(
    sandbox,
    campaignId,
    steps.map(({ subject, body, followUpAfter }, index) => ({
      order: index + 1,
      subject,
      body,
      delayDays: followUpAfter,
    })),
  );
  const moved = moveTo(
    sandbox,
    change(sandbox, run, { campaignId, prospectSearchId: run.id }),
    'sourcing_prospects',
    `A sequence of ${counted(steps.length, 'email')} is written into draft campaign ${campaignId}`,
  );
  scheduleStep(sandbox, moved, lasts.checking);
}

/** The first visit: it only looks, for free, whether anybody matches. */
function check(sandbox: Sandbox, run: Run): void {
  const found = matching(sandbox, run).length;
  if (found === 0) fail(sandbox, run, 'no_prospects', 'No one matches the profile');
  else
    moveTo(
      sandbox,
      run,
      'awaiting_approval',
      `${counted(found, 'person matches', 'people match')} the profile; nothing was spent`,
    );
}

/** The second visit, after the approval: it spends. */
function reveal(sandbox: Sandbox, run: Run): void {
  const { delivered, credits, problem } = revealFirstBatch(sandbox, run);
  if (problem) {
    fail(sandbox, run, problem, 'The first batch delivered no prospects; nothing was bought');
    return;
  }
  if (run.ledgerId !== null) sandbox.charge(run.ledgerId, { credits });
  const moved = moveTo(
    sandbox,
    run,
    'provisioning_infrastructure',
    `${counted(delivered, 'prospect')} joined the campaign for ${counted(credits, 'credit')}`,
  );
  if (needsInfrastructure(sandbox, moved)) order(sandbox, moved);
  else
    scheduleStep(sandbox, note(sandbox, moved, 'system', 'No infrastructure is bought'), lasts.provisioning);
}

/** Buys what the plan says; where that is refused, the run ends there. */
function order(sandbox: Sandbox, run: Run): void {
  try {
    const orderId = orderInfrastructure(sandbox, run);
    const ordered = note(sandbox, change(sandbox, run, { orderId }), 'system', `Order ${orderId} is placed`);
    scheduleStep(sandbox, ordered, lasts.ordering);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code } = error.extra;
    fail(sandbox, run, typeof code === 'string' ? code : 'order_refused', error.message);
  }
}

/** Waits for an order, however it ends; what is missing then keeps the campaign from starting. */
function provision(sandbox: Sandbox, run: Run): void {
  if (run.orderId !== null && isUnderWay(sandbox, run.orderId)) scheduleStep(sandbox, run, lasts.ordering);
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
    const waiting =
      run.status === 'paused'
        ? run
        : moveTo(
            sandbox,
            change(sandbox, run, { lastError: code }),
            'paused',
            `The campaign cannot start: ${why}`,
          );
    scheduleStep(sandbox, waiting, lasts.watching);
    return;
  }
  const launches = campaign.status === 'draft';
  if (launches) startCampaign(sandbox, campaign);
  const launched = change(sandbox, run, { launched: launches, lastError: '' });
  scheduleStep(
    sandbox,
    moveTo(sandbox, launched, 'running', `Campaign ${campaign.id} is launched`),
    lasts.watching,
  );
}

/** Once its campaign has sent everything, so has the run. */
function watch(sandbox: Sandbox, run: Run): void {
  const campaign = findCampaign(sandbox, run.campaignId ?? 0);
  if (campaign?.status === 'completed') moveTo(sandbox, run, 'completed', 'Everything was sent');
  else scheduleStep(sandbox, run, lasts.watching);
}
