import { Failure } from '../../base/errors.ts';
import { jsonIn } from '../../base/lossless-json.ts';
import type { Intent } from '../../client/guard/journal.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { changesCopy, joiningOf, writesAtOnce } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Mailing } from '../consent/deal.ts';
import { isYesConsent } from '../consent/person-gate.ts';
import type { Surroundings } from '../declare/command.ts';
import type { Receiving } from '../declare/quote.ts';
import { inline } from '../output/text/inline.ts';
import { accountOf } from '../profile/account.ts';
import { findInPages } from './find-in-pages.ts';

/**
 * Whether the campaign that people join by a call writes to them, or sends the emails that a call changes; undefined for
 * a call that does neither, whatever it says. Throws `not-found` where the campaign does not exist.
 */
export async function mailingOf(
  parts: Parts,
  operation: AnyOperation,
  input: AnyInput,
): Promise<Mailing | undefined> {
  if (typeof operation.mails === 'string') return undefined;
  const joining = joiningOf(operation, input);
  if (joining === undefined) return { sends: false, facts: [] };
  const of = changesCopy(operation) ? 'copy' : 'people';
  const { id, name = '', status, unknown } = await receivingCampaign(parts, joining.campaign as number);
  const fact =
    unknown === undefined
      ? `Campaign: ${id} "${inline(name)}", ${meaningOf(status, of)}`
      : `Campaign: ${id}, its status is not known (${unknown}): ${meanings[of].unknown}`;
  const sends = unknown !== undefined || writesAtOnce(status);
  return { sends, people: joining.people, campaign: { id, status }, facts: [fact] };
}

interface Found extends Receiving {
  readonly name?: string;
  /** Why its status is not known: it cannot be read, or its start is open. */
  readonly unknown?: string;
}

/** Its status, where that is known. Throws `not-found` where it is not listed. */
export async function receivingCampaign(parts: Parts, id: number): Promise<Found> {
  try {
    const { name, status, start } = await listed(parts, String(id));
    return start === undefined ? { id, name, status } : { id, name, status: undefined, unknown: start };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { status = 0, code } = error;
    // It answers, with what is not a list, or not a whole one, or says that there is none: no second try shows more.
    if (code !== 'incomplete_list' && status !== 404 && (status < 200 || status >= 300)) throw error;
    const unknown = error.is('incomplete_list') ? error.message : 'the list of campaigns cannot be read';
    return { id, status: undefined, unknown };
  }
}

type Parts = Pick<Surroundings, 'service' | 'files'>;

/** Where the list does not show that it runs: with what has started it or will, as far as it is known. */
async function listed(parts: Parts, id: string) {
  const campaign = await findInPages(parts.service.api.pages(campaigns.list, {}), id);
  if (campaign === undefined)
    throw new Failure('campaign_not_found', `there is no campaign ${id}`, {
      hint: 'See: outreach campaigns list',
    });
  const start = writesAtOnce(campaign.status) ? undefined : await startOf(parts, id, campaign.status);
  return { name: campaign.name, status: campaign.status, start };
}

async function startOf(parts: Parts, id: string, status: unknown): Promise<string | undefined> {
  const call = (await openStarts(parts))(id);
  if (call !== undefined) return `its start has no known outcome: outreach journal show ${call}`;
  if (status !== 'draft' || isYesConsent(parts.files.world, parts.service.settings)) return undefined;
  // A person has agreed to its launch, and not to what others make of it until then.
  const { approvedRuns } = await import('./approved-runs.ts');
  const run = (await approvedRuns(parts.service)).find(({ campaignId }) => String(campaignId) === id);
  return run && `autopilot run ${run.id} starts it: outreach autopilot get ${run.id}`;
}

/** A start from this machine that may have happened, or may happen yet: until it is settled the campaign may send. */
export async function openStarts({ service, files }: Parts): Promise<(id: string) => number | undefined> {
  if (!(await files.world.journal.mayHaveOpen())) return () => undefined;
  const account = accountOf(service.settings);
  const open = (await (await files.world.journal.open()).open()).filter(
    (intent) =>
      intent.account === account &&
      intent.operation === campaigns.resume.id &&
      intent.state !== 'prepared' &&
      intent.state !== 'not-done',
  );
  return (id) => open.find((intent) => isOf(intent, id))?.id;
}

/** What cannot be read may be of any campaign. */
function isOf({ request, damaged }: Intent, id: string): boolean {
  if (damaged.length > 0) return true;
  const { path } = jsonIn(request) as { readonly path?: unknown };
  return typeof path !== 'string' || path.split('/').includes(id);
}

/** What a status means for people who join, and for a change of the emails. */
const meanings = {
  people: {
    running: 'running: it emails people as soon as they are added',
    completed: 'completed: adding people resumes it',
    unknown: 'it may email people as soon as they are added',
  },
  copy: {
    running: 'running: it sends the new emails from now on',
    completed: 'completed: it sends the new emails to people who are added',
    unknown: 'it may send them at once',
  },
} as const;

function meaningOf(status: unknown, of: keyof typeof meanings): string {
  if (status === 'running' || status === 'completed') return meanings[of][status];
  if (typeof status === 'string' && !writesAtOnce(status)) return status;
  const shown = typeof status === 'string' ? status : (JSON.stringify(status) ?? 'none');
  return `its status is not known (${shown.slice(0, 60)}): ${meanings[of].unknown}`;
}
