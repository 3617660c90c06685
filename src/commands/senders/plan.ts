import { counted, grouped } from '../../base/counted.ts';
import { inMillionths } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt, required, under, type ValuesOf } from '../../cli/declare/params.ts';
import { heading, record, stack } from '../../cli/declare/view.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { senders } from '../../contract/areas/senders.ts';
import { limits } from '../../contract/limits.ts';
import { knownPrice, knownSum } from '../../contract/prices.ts';
import * as s from '../../contract/schema/schema.ts';
import type { MailboxLimits } from '../../domain/mailbox/capacity.ts';
import { mailboxLimitsIn, usualGap } from '../../domain/mailbox/limits-in.ts';
import {
  longestPlan,
  mailboxesPerDomain,
  type PlanInput,
  planMailboxes,
} from '../../domain/mailbox/mailbox-plan.ts';
import { describeDays } from '../../domain/schedule-text.ts';
import { day, minutesOf, weekdaysOf } from '../../domain/window.ts';

const week = 7 * day;
const usual = { days: '1,2,3,4,5', from: '09:00', to: '17:00' } as const;
/** Advice of a vendor, and not a rule of any mail provider. */
const adviceSource = 'mailpool.ai/blog/the-3-inboxes-per-domain-rule-how-to-scale-without-burning-domains';

const args = {
  emails: required(opt.int('number of emails to send, including follow-ups', { min: 1, max: 100_000_000 })),
  by: required(opt.moment('the last day to send on', 'by')),
  domains: opt.words('domains to buy, with their prices', { hint: 'domain' }),
  existing: opt.toggle('include connected mailboxes that no running campaign uses (default), or not'),
  ...under('ASSUMPTIONS', {
    days: opt.days('sending days (default mon-fri)'),
    from: opt.hour('first sending hour, UTC (default 09:00)'),
    to: opt.hour('last sending hour, UTC (default 17:00)'),
    senderLimit: opt.int(`emails per day for a new mailbox (default ${limits.buildUpCap})`, {
      min: 1,
      max: limits.senderLimitRange[1],
    }),
    buildUp: opt.toggle('assume gradual build-up of new mailboxes (default), or not'),
  }),
};

type Values = ValuesOf<typeof args>;

const planFields = s.object({
  emails: s.integer(),
  by: s.string(),
  feasible: s.boolean(),
  /** To be connected; null where no number of them is enough. */
  mailboxes: s.nullable(s.integer()),
  domains: s.nullable(s.integer()),
  connect: s.array(s.object({ date: s.string(), mailboxes: s.integer() })),
  /** Null where no domain is named, none of them can be bought, or the price of one is not known. */
  domainUsd: s.nullable(s.number()),
});

type Plan = s.DocumentOf<typeof planFields>;

type Shown = Plan & { readonly details?: Details };

interface Details {
  readonly byExisting: number;
  readonly byEach: number;
  readonly existing: number;
  readonly assumed: readonly (readonly [label: string, value: string])[];
}

export const plan = command({
  name: 'plan',
  summary: 'Plan the mailboxes and domains needed to send a number of emails by a date',
  about: `Shows the fewest new mailboxes you need, if you connect them today and they send from tomorrow. It calculates like \`campaigns forecast\`: build-up (5 more a day each week, up to 50), hours and gaps. It leaves no time for warm-up; common advice is two weeks.

At most ${counted(mailboxesPerDomain, 'mailbox', 'mailboxes')} per domain is common advice (${adviceSource}), not a rule. If no number of mailboxes can do it by that date, the exit code is 16.`,
  uses: [senders.list, campaigns.list, dfy.checkDomains],
  tool: 'read',
  answer: planFields,
  fails: ['ended-badly'],
  args,
  examples: [
    'outreach senders plan --emails 20000 --by 60d',
    'outreach senders plan --emails 5000 --by 30d --domains get-acme.com,acme-mail.org --json',
    'outreach senders plan --emails 8000 --by 45d --days daily --sender-limit 30 --no-existing',
  ],
  async run(context, values): Promise<Shown> {
    const at = await context.service.targetNow();
    const by = deadlineOf(values.by, at);
    const names = domainNames(values.domains);
    const alone = inputOf(values, { at, by, existing: [] });
    const existing = values.existing === false ? [] : await freeMailboxes(context);
    const input = { ...alone, existing };
    const { feasible, mailboxes, domains, byExisting, byEach } = planMailboxes(input);
    const domainUsd = names.length === 0 ? null : await priceOf(context, names);
    const assumed = assumptions(values, input);
    const found: Plan = {
      emails: values.emails,
      by: dayOf(by, context.screen.globals.utc),
      feasible,
      mailboxes,
      domains,
      connect: feasible && mailboxes ? [{ date: dayOf(at, true), mailboxes }] : [],
      domainUsd,
    };
    if (domains !== null && names.length > 0 && names.length < domains)
      context.screen.warn(`${counted(domains, 'domain')} are needed, and ${names.length} named.`);
    if (!context.screen.isForPeople)
      context.screen.note(`Assumed: ${assumed.map(([, value]) => value).join('; ')}.`);
    const shown = {
      ...found,
      ...(context.screen.isForPeople && {
        details: { byExisting, byEach, existing: existing.length, assumed },
      }),
    };
    if (feasible) return shown;
    const message = `${counted(values.emails, 'email')} cannot be sent by ${found.by}: no sending day of a new mailbox is left`;
    throw new Failure('not_feasible', message, {
      hint: `Allow a later day, such as --by ${dayOf(by + week, context.screen.globals.utc)}, longer hours or more days.`,
      result: shown,
    });
  },
  view: ({ emails, by, mailboxes, domains, connect, domainUsd, details }) =>
    stack(
      heading(`${counted(emails, 'email')} by ${by}`),
      record(
        ['New mailboxes', mailboxes ?? 'no number is enough', 'number'],
        ['Domains', domains, 'number'],
        [
          'Connect',
          connect.map((each) => `${grouped(each.mailboxes)} on ${each.date}`).join(', ') || undefined,
        ],
        ['Each sends', details && counted(details.byEach, 'email')],
        [
          'Existing',
          details?.existing &&
            `${counted(details.existing, 'mailbox', 'mailboxes')}: ${counted(details.byExisting, 'email')}`,
        ],
        ['Named domains', domainUsd ?? undefined, 'money'],
      ),
      ...(details ? [heading('Assumed'), record(...details.assumed)] : []),
    ),
  next: ({ mailboxes, domains: needed }, { domains = [] }) => {
    if (!mailboxes) return [];
    if (domains.length >= (needed ?? 0))
      return [['check the domains', advise('dfy domains check', { names: domains })]];
    return [[domains.length > 0 ? 'find more domains' : 'find domains', advise('dfy domains search')]];
  },
});

function deadlineOf(text: string, at: number): number {
  const by = Date.parse(text);
  if (by <= at)
    throw new Failure('invalid_value', `--by is in the past: ${text}`, {
      hint: 'Name a day ahead, such as --by 30d.',
    });
  if (by - at > longestPlan)
    throw new Failure('invalid_value', `--by is more than three years ahead: ${text}`);
  return by;
}

const domainForm = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

function domainNames(named: readonly string[] = []): string[] {
  const names = [...new Set(named.map((name) => name.trim().toLowerCase()))];
  const wrong = names.find((name) => !domainForm.test(name));
  if (wrong !== undefined)
    throw new Failure('invalid_value', `'${wrong}' in --domains is not a domain name`, {
      hint: 'Write full names with commas between: --domains get-acme.com,acme-mail.org',
    });
  return names;
}

function inputOf(values: Values, rest: Pick<PlanInput, 'at' | 'by' | 'existing'>): PlanInput {
  const days = weekdaysOf(values.days ?? usual.days) ?? [];
  const [from, to] = [values.from ?? usual.from, values.to ?? usual.to];
  const window = { days, start: minutesOf(from) ?? 0, end: minutesOf(to) ?? 0 };
  if (window.end <= window.start)
    throw new Failure('invalid_value', `--to ${to} is not after --from ${from}`);
  return {
    ...rest,
    emails: values.emails,
    campaign: { window, minimumTimeBetweenEmails: usualGap.least, maximumTimeBetweenEmails: usualGap.most },
    perMailbox: values.senderLimit ?? limits.buildUpCap,
    buildUp: values.buildUp ?? true,
  };
}

/** Connected mailboxes that no running campaign uses: the service does not say what the others have left. */
async function freeMailboxes({ service, screen }: Context): Promise<MailboxLimits[]> {
  const running = await allIn(service.api.pages(campaigns.list, {}), ({ status }) => status === 'running');
  const ids = new Set(running.map(({ id }) => id));
  const all = await allIn(service.api.pages(senders.list, { query: { isConnected: true } }));
  const free = all.filter(({ campaignIds }) => !campaignIds?.some((id) => ids.has(id)));
  const busy = all.length - free.length;
  if (busy > 0)
    screen.note(`${counted(busy, 'mailbox is', 'mailboxes are')} in running campaigns, and not counted.`);
  return free.filter(({ isConnected }) => isConnected !== false).map(mailboxLimitsIn);
}

/** Null where the price of one is not known, or none can be bought; of several, one that cannot costs nothing. Each is named. */
async function priceOf({ service, screen }: Context, names: readonly string[]): Promise<number | null> {
  const { domains } = await service.api(dfy.checkDomains, { body: { domains: [...names] } });
  const prices: (number | undefined)[] = [];
  const unknown: string[] = [];
  for (const { domain, reason, available, price, unconfirmed } of domains) {
    const isFree = available === true;
    const known = knownPrice(price);
    if (isFree) prices.push(known);
    if (unconfirmed || (isFree && known === undefined)) unknown.push(domain);
    else if (!isFree) screen.warn(`${domain} cannot be bought${reason ? `: ${reason}` : ''}.`);
  }
  for (const domain of unknown) screen.warn(`The price of ${domain} is not known: check it again.`);
  if (unknown.length > 0 || prices.length === 0 || domains.length < names.length) return null;
  const total = knownSum(prices);
  return total === undefined ? null : inMillionths(total);
}

function assumptions(
  values: Values,
  { campaign, perMailbox, buildUp, existing }: PlanInput,
): Details['assumed'] {
  const { window, minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: longest } = campaign;
  const hours = `${values.from ?? usual.from} to ${values.to ?? usual.to} UTC`;
  const most = `at most ${counted(perMailbox, 'email')} a day`;
  const growing = `${limits.buildUpPerWeek} more a day each week`;
  const growth =
    perMailbox > limits.buildUpCap ? `${most}, ${growing} up to ${limits.buildUpCap}` : `${most}, ${growing}`;
  return [
    ['Hours', `${describeDays(window.days.join(','))}, ${hours}`],
    ['Gap', `${least} to ${counted(longest, 'minute')} between two emails of a mailbox`],
    ['New mailbox', buildUp ? growth : `${most}, without build-up`],
    ['Warm-up', 'no warm-up is counted: common advice is two weeks first'],
    ['Domain', `${counted(mailboxesPerDomain, 'mailbox', 'mailboxes')} each (common advice: mailpool.ai)`],
    ...(existing.length > 0
      ? [['Existing', `${counted(existing.length, 'mailbox sends', 'mailboxes send')} nothing else`] as const]
      : []),
  ];
}

/** `2026-11-23`, in the zone of this machine unless UTC is asked for. */
function dayOf(at: number, utc: boolean): string {
  const date = new Date(at);
  const local = utc ? at : Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return new Date(local).toISOString().slice(0, 10);
}
