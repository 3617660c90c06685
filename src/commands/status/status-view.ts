import { counted, grouped, sum } from '../../base/counted.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import type { Tone } from '../../cli/declare/tones.ts';
import {
  type Column,
  heading,
  screen,
  stack,
  type Task,
  table,
  tasks,
  text,
  type View,
} from '../../cli/declare/view.ts';
import { dayAndTime, shortDay } from '../../cli/output/text/times.ts';
import {
  blankBy,
  type CampaignLine,
  needsOf,
  type ProfileStatus,
  rowColumns,
  type StatusDocument,
  statusRows,
} from './status-document.ts';

/** As many campaigns fit a window beside what comes before them. */
const room = { one: 10, all: 20 };

export function statusView(
  shown: StatusDocument,
  { allProfiles, watch }: { readonly allProfiles: boolean; readonly watch: boolean },
): View {
  const inPipe = table(statusRows({ watch }).of(shown), rowColumns, '');
  return screen(inPipe, ...(allProfiles ? ofAll(shown) : ofOne(shown, watch)));
}

export function profileTexts(profiles: readonly ProfileStatus[]): string[] {
  const nameWidth = nameWidthOf(profiles);
  return profiles.map((status) => profileLine(status, nameWidth).text);
}

const nameWidthOf = (profiles: readonly ProfileStatus[]): number =>
  Math.min(24, Math.max(...profiles.map(({ profile }) => nameOf(profile).length)));

const nameOf = (name: string | null): string => name ?? 'OUTREACH_API_KEY';

function ofAll(document: StatusDocument): View[] {
  const nameWidth = nameWidthOf(document.profiles);
  return [
    heading(dayAndTime(new Date(document.checkedAt))),
    tasks(...document.profiles.map((status) => profileLine(status, nameWidth))),
    ...needs(document, true),
    ...runningOf(document),
  ];
}

function profileLine(status: ProfileStatus, nameWidth: number): Task {
  const { profile, target, attention, credits, campaigns, notRead } = status;
  const error = blankBy(status);
  const name = `${nameOf(profile).padEnd(nameWidth)}  ${(target === 'live' ? 'LIVE' : target).padEnd(7)}  `;
  if (error)
    return {
      tone: 'unknown',
      text: `${name}cannot be read: ${error.message}`,
      command: error.hint ?? undefined,
    };
  const quietly = notRead.length === 0 ? 'quiet' : 'not known';
  const need = attention.length === 0 ? quietly : `${attention.length} need you`;
  const facts = [creditsText(credits)?.padStart(14), sentText(campaigns, 'today')].filter(Boolean);
  const also = status.forPeople?.also ?? [];
  const same = also.length === 0 ? '' : `  (also ${also.join(', ')})`;
  return { tone: worst(status), text: `${name}${need.padEnd(11)}  ${facts.join('  ')}${same}` };
}

function ofOne(document: StatusDocument, isWatched: boolean): View[] {
  const [status] = document.profiles as [ProfileStatus];
  if (blankBy(status)) return [tasks(profileLine(status, nameWidthOf([status])))];
  const { profile, target, campaigns, credits } = status;
  // Without a redrawn window the target and the time are in the line above.
  const place = new Set([target === 'live' ? 'LIVE' : target, nameOf(profile)]);
  const mark = isWatched ? [[...place].join(' '), dayAndTime(new Date(document.checkedAt))] : [];
  const run = campaigns.filter(runs).length;
  const shown = campaigns.slice(0, room.one);
  const more = campaigns.length - room.one;
  const facts = [
    ...mark,
    creditsText(credits),
    run === 0 ? 'no campaign runs' : counted(run, 'campaign runs', 'campaigns run'),
    sentText(campaigns),
  ];
  const head = heading(facts.filter(Boolean).join(' · '));
  const rows = shown.map((campaign) => ({ profile, campaign }));
  // A stack of its own has a line below it; a quiet morning needs none.
  const views = [status.attention.length > 0 ? stack(head) : head, ...needs(document, false)];
  views.push(campaignTable(document, rows, false));
  // What undoes a stop is said, and advised nowhere.
  if (shown.some(({ status }) => status === 'paused'))
    views.push(text(`To start a paused campaign again: ${pattern('campaigns resume')}`));
  if (more > 0) views.push(text(`And ${counted(more, 'more campaign')}: outreach campaigns list`));
  return views;
}

/** What needs a person, the worst first; or, in one line, that nothing does. */
function needs({ profiles }: StatusDocument, isNamed: boolean): View[] {
  const width = nameWidthOf(profiles);
  const label = (name: string | null) => (isNamed ? `${nameOf(name).padEnd(width)}  ` : '');
  const read = profiles.filter((status) => !blankBy(status));
  const found = needsOf(read);
  const unread: Task[] = [];
  let hidden = 0;
  for (const { profile, forPeople } of read) {
    for (const note of forPeople?.notes ?? [])
      unread.push({
        tone: 'unknown',
        text: `${label(profile)}${note.charAt(0).toUpperCase()}${note.slice(1)}.`,
      });
    hidden += forPeople?.hidden ?? 0;
  }
  const isWhole = read.length === profiles.length;
  const lines: Task[] = [];
  for (const { severity, profile, message, command } of found) {
    const tone = severity === 'fail' ? 'bad' : 'warn';
    lines.push({ tone, text: `${label(profile)}${message}`, command });
  }
  const asides: string[] = [];
  if (found.some(({ kind }) => kind === 'replies-unanswered'))
    asides.push("Replies you sent from Gmail, Outlook or the app don't show here.");
  if (hidden > 0) asides.push(`${counted(hidden, 'line is', 'lines are')} hidden with --done.`);
  const views: View[] = [];
  if (lines.length > 0) views.push(heading('NEEDS YOU'), tasks(...lines));
  else if (read.length > 0 && unread.length === 0)
    // What could not be read is not called quiet.
    views.push(
      tasks(
        isWhole
          ? { tone: 'good', text: "You're all caught up." }
          : { tone: 'unknown', text: 'Nothing that could be read needs you.' },
      ),
    );
  if (unread.length > 0) views.push(tasks(...unread));
  if (asides.length > 0) views.push(text(asides.join(' ')));
  return views;
}

/** Of all profiles the campaigns that run, of each as many as fit; and where the others are. */
function runningOf(document: StatusDocument): View[] {
  const running = document.profiles.filter(({ campaigns }) => campaigns.some(runs)).length;
  const each = Math.max(1, Math.floor(room.all / Math.max(1, running)));
  const rows: CampaignOf[] = [];
  const others: string[] = [];
  for (const { profile, campaigns } of document.profiles) {
    const shown = campaigns.filter(runs).slice(0, each);
    for (const campaign of shown) rows.push({ profile, campaign });
    const more = campaigns.length - shown.length;
    if (more > 0) others.push(`${nameOf(profile)} ${more}`);
  }
  const views = [campaignTable(document, rows, true)];
  if (others.length > 0)
    views.push(text(`More campaigns: ${others.join(', ')}. See: outreach campaigns list --profile <name>`));
  return views;
}

interface CampaignOf {
  readonly profile: string | null;
  readonly campaign: CampaignLine;
}

/** What one looks for stays in a narrow window: its state, what it sends today, how far it is and when it ends. */
function campaignTable({ checkedAt }: StatusDocument, rows: readonly CampaignOf[], isNamed: boolean): View {
  const now = Date.parse(checkedAt);
  const columns: Column<CampaignOf>[] = [
    ...(isNamed ? [['Profile', ({ profile }) => nameOf(profile), 'id'] as Column<CampaignOf>] : []),
    ['ID', 'campaign.id', 'id', isNamed ? 6 : 0],
    ['Campaign', 'campaign.name', 'text', 1],
    ['Status', 'campaign.status', 'state', 1],
    ['Contacted', ({ campaign }) => contactedText(campaign), 'text', 2],
    ['7 days', 'campaign.days', 'spark', 6],
    ['Today', 'campaign.sentToday', 'number', 1],
    ['Replies', 'campaign.replied', 'number', 4],
    ['Positive', 'campaign.positiveRate', 'rate', 3],
    ['Ends', ({ campaign: { ends } }) => ends && shortDay(ends, now), 'text', 2],
  ];
  return table(rows, columns, '');
}

function contactedText({ leads, contacted }: CampaignLine): string | null {
  if (leads === 0) return 'no leads';
  if (contacted === null) return null;
  // Those who were deleted since are among the contacted.
  if (leads === null || contacted > leads) return grouped(contacted);
  // Rounded as elsewhere, and 100% only where none is left.
  const share = Math.min(Math.round((contacted / leads) * 100), contacted < leads ? 99 : 100);
  return `${share}% of ${grouped(leads)}`;
}

const runs = ({ status }: CampaignLine): boolean => status === 'running';

const creditsText = (credits: number | null): string | undefined =>
  credits === null ? undefined : counted(credits, 'credit');

function sentText(campaigns: readonly CampaignLine[], what = 'sent today'): string | undefined {
  const known = campaigns.flatMap(({ sentToday }) => sentToday ?? []);
  if (known.length === 0) return undefined;
  return `${grouped(sum(known))} ${what}`;
}

function worst({ attention, notRead }: ProfileStatus): Tone {
  if (attention.length === 0) return notRead.length === 0 ? 'good' : 'unknown';
  return attention.some(({ severity }) => severity === 'fail') ? 'bad' : 'warn';
}
