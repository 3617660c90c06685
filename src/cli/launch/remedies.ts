import type { Advice } from '../../base/text/advice.ts';
import { leadFields } from '../../contract/lead-fields.ts';
import { isAtRest } from '../../domain/item-states.ts';
import type { CheckedSender, Finding } from '../../domain/launch/problem.ts';
import { type RuleId, type RuleOf, rules } from '../../domain/launch/rules.ts';
import type { OptOuts } from '../../domain/lead-file/opt-outs.ts';
import { fieldTags } from '../../domain/merge-tags.ts';
import { advise, inProfile } from '../advice/advise.ts';
import { lineOf, pattern } from '../advice/line-of.ts';
import { firstLimit, refuseHarm } from '../advice/refuse-harm.ts';
import type { Surroundings } from '../declare/command.ts';

/** For the question, where only the service knows who joins. */
export const notKnownBefore = (campaign: number | string): string =>
  `Launch checks: these people are not known before they join. To check them then: ${checkLine(campaign)}`;

type Id = string | number | bigint;

export const checkLine = (campaign: Id): string => pattern('campaigns check', { campaign });

/** A campaign as far as its advice depends on it. */
export interface Around {
  readonly id: Id;
  readonly status?: unknown;
  readonly senders?: readonly CheckedSender[] | undefined;
  readonly stopped?: ReadonlySet<string> | undefined;
  readonly asked?: AskedOfLeads | undefined;
  /** Of {@link profileOf}. */
  readonly profile?: string | undefined;
  /** The file that it is started from: what a command changed would be drift. */
  readonly file?: string | undefined;
}

/** Which the line names: what is advised goes where it went. In the session of an agent every tool goes there. */
export const profileOf = ({ files, screen }: Pick<Surroundings, 'files' | 'screen'>): string | undefined =>
  files.world.agent === undefined ? screen.globals.profile : undefined;

/** Options of the check without which its list of leads is another one. */
interface AskedOfLeads {
  readonly duplicates?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly optOuts?: OptOuts | undefined;
}

interface Broken extends Case, Pick<Around, 'status' | 'profile' | 'file'> {
  readonly campaign: Id;
  readonly asked: AskedOfLeads;
  /** Emails may be scheduled: the service sends them also to an address that is blocked since. */
  readonly hasStarted: boolean;
  /** `pattern`, in that profile. */
  readonly line: typeof pattern;
}

/** What breaks a rule, or keeps a campaign from sending otherwise. */
type Case = Omit<Finding, 'rule'> & { readonly rule: string };

/** Commands that change it, one after another; or what a person can do, in words; nothing where it passes. */
type Remedy = (broken: Broken) => Fix | string | undefined;

interface Fix {
  readonly run: readonly [Advice, ...Advice[]];
  /** Each of them reads from this one. */
  readonly from?: Advice;
}

const by = (...run: Fix['run']): Fix => ({ run });

const leadsOf = ({ campaign, rule, profile, asked: { duplicates, events } }: Broken) =>
  advise('campaigns check', {
    campaign,
    rule,
    leads: true,
    duplicates: rule === 'already-running' && duplicates !== 'running' ? duplicates : undefined,
    events: rule === 'unsubscribed' ? events : undefined,
    profile,
  });
const list: Remedy = (broken) => `to see them: ${lineOf(leadsOf(broken))}`;
const blocking = advise('blocklist import', { file: '-' });
const deleting = advise('leads delete', { leads: '-' });
/** The service schedules nothing for those on the blocklist. */
const block: Remedy = (broken) => ({ run: [blocking], from: leadsOf(broken) });
/** A deleted person is forgotten: the blocklist keeps them from the next import, and comes first. No warning deletes anyone. */
const blockAndDelete: Remedy = (broken) => {
  if (!broken.hasStarted) return block(broken);
  return broken.severity === 'block' ? { run: [blocking, deleting], from: leadsOf(broken) } : list(broken);
};
/** A check alone does not know what a file says. */
const blockByFile: Remedy = (broken) => {
  const { asked, examples, hasStarted } = broken;
  const file = asked.optOuts?.fileOf(examples[0] ?? '');
  if (file === undefined) return blockAndDelete(broken);
  const first = advise('blocklist import', { file, only: 'opted-out' });
  return hasStarted ? by(first, advise('leads delete', { leads: examples })) : by(first);
};
/** What a person can do, or look at, with a command. */
const said =
  (
    why: string,
    command:
      | 'campaigns check'
      | 'campaigns forecast'
      | 'campaigns health'
      | 'campaigns sequence set'
      | 'leads import',
  ): Remedy =>
  ({ campaign, line }) =>
    // Each of them takes it under the same name.
    `${why}: ${line(command as 'campaigns check', { campaign })}`;
const saidOfSender =
  (why: string, command: 'senders dns' | 'senders reputation'): Remedy =>
  ({ examples: [sender], line }) =>
    `${why}: ${line(command as 'senders dns', { sender })}`;
/** By name: an odd address that went through xargs could be read as several, or as ids. One that is very odd is only listed. */
const remove: Remedy = (broken) =>
  broken.examples.every((address) => /^[\p{L}\p{N}\p{P}\p{S} ]{1,80}$/u.test(address))
    ? by(advise('leads delete', { leads: broken.examples }))
    : list(broken);
const fill: Remedy = (broken) => {
  const { line, campaign, examples, tag = '', count } = broken;
  if (count > 1)
    return `to fill them in: ${lineOf(leadsOf(broken))} --csv > leads.csv; change the file, then ${line('leads import', { file: 'leads.csv', campaign })}`;
  const field = fieldTags.get(tag);
  const value =
    field && leadFields[field].settable === 'always' ? { [field]: '<value>' } : { var: [`${tag}=<value>`] };
  return `to fill it in: ${line('leads update', { lead: examples[0], ...value })}`;
};
/** What a campaign file says is changed there. */
const inFile =
  (key: string, remedy: Remedy): Remedy =>
  (broken) =>
    broken.file === undefined
      ? remedy(broken)
      : `change ${key} in ${broken.file}, then run the same command again`;
const copy = inFile('the emails', said('to change the emails', 'campaigns sequence set'));
const attach = inFile(
  '`senders`',
  ({ campaign, line }) =>
    `to attach a mailbox: ${line('campaigns senders attach', { campaign, senders: '<mailbox>' })}`,
);
const add = said('to add people', 'leads import');
const look = said('to see whether it can start', 'campaigns check');
/** What undoes a stop is said, and advised nowhere. */
const paused: Remedy = (broken) =>
  `\`${broken.line('campaigns resume', { campaign: broken.campaign })}\` starts it again; ${look(broken)}`;
const connect: Remedy = ({ line }) =>
  `to connect it again: ${line('senders connect')}, or the app of the service`;
const usualHours = inFile('`schedule`', ({ campaign }) =>
  by(advise('campaigns schedule', { campaign, days: 'mon-fri', from: '09:00', to: '17:00' })),
);
/** One that is paused has its order in the message. */
const guard: Remedy = ({ campaign, status }) =>
  isAtRest({ status }) ? undefined : by(advise('campaigns guard', { campaigns: campaign, pause: true }));
const records = saidOfSender('its records', 'senders dns');

type Cause = 'draft' | 'paused' | 'completed' | 'everyone-contacted';

/** What changes what most rules of an area are about. */
const usual: Readonly<Partial<Record<RuleOf, Remedy>>> = {
  copy,
  recipients: list,
  senders: attach,
  schedule: usualHours,
};

/** What changes other rules, and each cause of a campaign that does not send. */
const remedies: Readonly<Partial<Record<RuleId | Cause, Remedy>>> = {
  draft: look,
  paused,
  completed: add,
  'everyone-contacted': add,
  'merge-tag-empty': fill,
  'merge-tag-not-text': fill,
  'merge-tag-collision': fill,
  /** Of a lead, or of the copy. */
  'placeholder-left': (broken) => (broken.examples[0]?.includes('@') ? fill(broken) : copy(broken)),
  'no-leads': add,
  /** A verifier may be wrong about one or two, and what is blocked stays blocked. */
  'known-invalid': (broken) => {
    if (broken.severity !== 'block') return list(broken);
    return broken.hasStarted ? { run: [deleting], from: leadsOf(broken) } : block(broken);
  },
  'opted-out': blockByFile,
  'not-verified': ({ campaign, hasStarted, file, line }) => {
    const verify = `to verify them: ${line('verification jobs create', { campaign })}`;
    const itself = line('campaigns update', { campaign, emailVerifier: true });
    return hasStarted || file !== undefined
      ? verify
      : `${verify}; or let the campaign do it, which leaves out invalid and catch-all addresses: ${itself}`;
  },
  'malformed-address': remove,
  'already-running': (broken) => {
    const { line, unstopped = [broken.campaign] } = broken;
    const set = unstopped.map((one) =>
      line('campaigns update', { campaign: one, stopAcrossCampaigns: true }),
    );
    const first = '(a first email still goes out)';
    return set.length === 0
      ? `${list(broken)}; a reply to one of them ends the follow-ups in the others ${first}`
      : `${list(broken)}; to end the follow-ups in all of them at a reply ${first}: ${set.join(' && ')}`;
  },
  'bounced-before': blockAndDelete,
  'said-no': blockAndDelete,
  'bounces-high': guard,
  'complaints-high': guard,
  'all-disconnected': connect,
  'some-disconnected': connect,
  'score-low': saidOfSender('its placement', 'senders reputation'),
  cold: ({ about }) => about && by(advise('senders warmup set', { sender: about.id, enabled: true })),
  'limits-zero': ({ about, line }) =>
    about
      ? by(
          advise('senders update', {
            sender: about.id,
            dailyLimit: firstLimit,
            maxLimit: (about.maximumSendingsLimitPerDay ?? 0) < firstLimit ? firstLimit : undefined,
          }),
        )
      : `\`${line('campaigns pause', { undoLimits: true })}\` undoes that`,
  spf: records,
  dkim: records,
  dmarc: records,
  mx: records,
  'no-capacity': said('its mailboxes', 'campaigns health'),
  'takes-long': said('what holds it up', 'campaigns forecast'),
  'first-step-delayed': copy,
  'out-of-office-stops': inFile('`ignoreOutOfOffice`', ({ campaign }) =>
    by(advise('campaigns update', { campaign, ignoreOutOfOffice: true })),
  ),
  'bulk-sender': attach,
  'credits-short': ({ line }) => `to buy more: ${line('credits buy')}`,
};

/** The command that changes what is found, as a line; else what a person can do about it, where there is anything. */
export interface Remedied {
  readonly fix: string | null;
  /** The same as a value, where it is one command. */
  readonly advice?: Advice | undefined;
  readonly byHand?: string | undefined;
}

export function remedyOf(
  found: Case,
  { id, status, senders = [], stopped, asked = {}, profile, file }: Around,
): Remedied {
  const line: typeof pattern = (command, values) => pattern(command, { ...values, profile } as typeof values);
  const hasStarted = status !== undefined && status !== 'draft';
  const broken = { ...found, campaign: id, status, asked, hasStarted, profile, file, line };
  const known: Readonly<Partial<Record<string, Remedy>>> = remedies;
  const byArea = found.rule in rules ? usual[rules[found.rule as RuleId].area] : undefined;
  const remedy = found.byHand ?? (known[found.rule] ?? byArea)?.(broken);
  if (remedy === undefined || typeof remedy === 'string') return { fix: null, byHand: remedy };
  const { from, ...fix } = remedy;
  const run = fix.run.map((one) => inProfile(one, profile));
  const isHarmless = run.every((advice) =>
    refuseHarm({ advice, finding: found, status, mailboxes: senders, stopped }),
  );
  const lines = [...(from ? [from] : []), ...run].map(lineOf);
  if (!isHarmless || lines.includes(undefined)) return { fix: null };
  const [first, ...rest] = lines;
  if (from === undefined) return { fix: lines.join(' && '), advice: run[0] };
  return { fix: rest.map((line) => `${first} | ${line}`).join(' && ') };
}

/** A finding with what changes it. */
export type Advised = Finding & Remedied;

/** Its message, with what is left to a person. */
export const messageOf = ({ message, byHand }: Pick<Advised, 'message' | 'byHand'>): string =>
  byHand === undefined
    ? message
    : /[.?!]$/.test(message)
      ? `${message} ${byHand.charAt(0).toUpperCase()}${byHand.slice(1)}`
      : `${message}; ${byHand}`;

/** As `campaigns check --json` has it. */
export const shownProblem = (advised: Advised) => ({
  rule: advised.rule,
  severity: advised.severity,
  message: messageOf(advised),
  count: advised.count,
  examples: advised.examples,
  fix: advised.fix,
});

export type ShownProblem = ReturnType<typeof shownProblem>;
