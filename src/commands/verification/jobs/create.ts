import { counted, firstOf, grouped, plural } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { endedAfterStart } from '../../../cli/answer/await-end.ts';
import { fact } from '../../../cli/answer/fact.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import type { Quote } from '../../../cli/declare/quote.ts';
import { encodingOption } from '../../../cli/declare/shared-options.ts';
import { removeProtection } from '../../../cli/files/formula-protection.ts';
import { receivingCampaign } from '../../../cli/find/receiving-campaign.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { finder } from '../../../contract/areas/finder.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { addressKey, addressProblem } from '../../../contract/checks/email-address.ts';
import { limits } from '../../../contract/limits.ts';
import type { Output } from '../../../contract/operation.ts';
import { knownPrice } from '../../../contract/prices.ts';
import { isAddress, mapColumns } from '../../../domain/lead-file/lead-mapping.ts';
import { finish, type Job, jobView, nextOf } from './job-view.ts';

export const create = command({
  name: 'create',
  summary: 'Verify a list of email addresses, billed per check',
  about: `Give the addresses as arguments or in a file (an Email column, or one address per line), or use --campaign to verify the unverified people of a campaign. Each address is verified once.

Checks are billed on the next invoice: one check per address if the first provider rejects it, otherwise two. Invalid addresses are billed too. A trial includes 100 addresses in total.`,
  uses: [
    verification.createJob,
    verification.job,
    verification.jobs,
    verification.records,
    verification.rates,
    leads.list,
    blocklist.list,
    finder.imports,
  ],
  tool: 'effects',
  waits: true,
  args: {
    addresses: arg.optionalMany('email addresses', { hint: 'address' }),
    campaign: opt.each('the unverified people in this campaign, by id or exact name', {
      hint: 'campaign',
      names: 'campaigns',
    }),
    file: opt.file('a file of addresses, - for stdin', 'list'),
    ...encodingOption,
    name: opt.text('job name'),
  },
  excludes: [['addresses', 'file', 'campaign']],
  examples: [
    'outreach verification jobs create ana@lumen.example kim@lumen.example --yes',
    'outreach verification jobs create --file examples/prospects.csv --max-usd 10 --yes',
    'outreach verification jobs create --file - --no-wait --yes --json < examples/addresses.txt',
    'outreach verification jobs create --campaign 1 --max-usd 10 --yes',
  ],
  async run(context, { addresses, campaign, file, encoding, name }): Promise<Partial<Job>> {
    const emails = campaign
      ? ((await underToken(context)) ?? (await emailsOf(context, campaign)))
      : await emailsFrom(context, addresses ?? [], file, encoding);
    if (emails.length === 0) return { total: 0 };
    const call = { body: { emails: [...emails], ...omitUndefined({ name }) } };
    const approval = await context.consent.approve(verification.createJob, call, () =>
      jobQuote(context, emails.length),
    );
    const started = await context.service.api(verification.createJob, call, approval);
    const { id } = started as { id?: number };
    if (id === undefined) {
      context.screen.note('A verification job has started. To find its id: outreach verification jobs list');
      return started;
    }
    context.screen.note(`Verification job ${id} has started.`);
    return context.screen.globals.wait === false ? started : finished(context, started);
  },
  next: (job, { campaign = [] }) => [
    ...nextOf(job),
    ...campaign.map((one) => advise('campaigns check', { campaign: one })),
  ],
  view: jobView,
});

/** What the call of this `--once` was made with: by now these people are verified, and would be left out. */
async function underToken({ service, screen }: Context): Promise<readonly string[] | undefined> {
  const { once } = screen.globals;
  if (once === undefined) return undefined;
  for (const { intent, body } of await service.journal.done(verification.createJob))
    if ((await service.journal.intent(intent)).token === once)
      return (body as { readonly emails?: readonly string[] } | undefined)?.emails;
  return undefined;
}

/** Whom nothing is known of in these campaigns; says how many the others are. */
async function emailsOf(context: Context, campaigns: readonly string[]): Promise<readonly string[]> {
  const { peopleOf } = await import('./people-of.ts');
  const ids: number[] = [];
  for (const campaign of campaigns)
    ids.push((await receivingCampaign(context, await context.service.find.campaign(campaign))).id);
  const { emails, known, underWay } = await peopleOf(context, [...new Set(ids)]);
  const others: string[] = [];
  if (known > 0) others.push(`${counted(known, 'person', 'people')} verified already`);
  if (underWay > 0) others.push(`${counted(underWay, 'person', 'people')} in a job that is running`);
  if (emails.length === 0) context.screen.note(`Nothing is left to verify. ${others.join(', ')}`);
  else if (others.length > 0) context.screen.note(`Left out: ${others.join(', ')}`);
  return emails;
}

/** It has started and is paid for: a state that cannot be read afterwards does not make the start a failure. */
async function finished(context: Context, started: Job): Promise<Job> {
  try {
    return await finish(context, started.id);
  } catch (error) {
    if (!(error instanceof Failure) || !error.is('unreadable_answer'))
      throw endedAfterStart(error, { result: started });
    context.screen.warn(`${error.message}. The answer to its start is shown instead`);
    return started;
  }
}

async function emailsFrom(
  context: Context,
  addresses: string[],
  file: string | undefined,
  encoding: string | undefined,
): Promise<string[]> {
  const given = file === undefined ? onLine(addresses) : await inFile(context, file, encoding);
  const emails = new Map<string, string>();
  for (const address of given)
    if (address !== '' && !emails.has(addressKey(address))) emails.set(addressKey(address), address);
  if (emails.size > 0) return [...emails.values()];
  throw new Failure('nothing_given', 'no address was given', {
    hint: 'Give addresses, or a file with --file.',
  });
}

/** A word without an @ may be the name of a file. */
function onLine(addresses: readonly string[]): string[] {
  const words = addresses.map((word) => word.trim());
  const other = words.find((word) => word !== '' && !word.includes('@'));
  if (other === undefined) return words;
  throw new Failure('bad_address', `'${other}' is not an email address`, {
    hint: `Is it a file? Then: --file ${other}`,
  });
}

/**
 * The addresses of a file: of its column that is named like one, or of the first column where it has no header. Throws
 * `usage` where no column is recognised.
 */
async function inFile(
  { files, screen }: Context,
  path: string,
  encoding: string | undefined,
): Promise<string[]> {
  const { readRows } = await import('../../../cli/input/read-rows.ts');
  const { name, headers, rows } = await readRows(files.world, path, encoding, screen.warn);
  const faulty = rows.filter(({ fault }) => fault !== undefined);
  const [first] = faulty;
  if (first?.fault !== undefined)
    screen.warn(`Skipped ${counted(faulty.length, 'row')}. Row ${first.number}: ${first.fault.reason}`);
  // The column that an import of leads would take, or one named `address`.
  const taken = mapColumns(headers, { choices: new Map(), variables: 'none' }).findIndex(isAddress);
  const named = taken >= 0 ? taken : headers.findIndex((header) => /^address$/i.test(header));
  const bare = headers.findIndex((header) => header.includes('@'));
  if (named < 0 && bare < 0)
    throw new Failure('no_email_column', `${name} has no column of email addresses`, {
      hint: 'Name the column Email, or give a file with one address per line.',
    });
  const values = named < 0 ? [(headers[bare] ?? '').trim()] : [];
  for (const { cells, fault } of rows) {
    if (fault !== undefined) continue;
    values.push((named < 0 ? (cells[bare] ?? '') : removeProtection(cells[named] ?? '')).trim());
  }
  const others = new Set<string>();
  for (const value of values) if (value !== '' && addressProblem(value) !== undefined) others.add(value);
  if (others.size > 0)
    screen.warn(
      `Skipped ${counted(others.size, 'value')} that ${plural(others.size, 'is', 'are')} no email address: ${firstOf([...others], 3)}`,
    );
  return values.filter((value) => !others.has(value));
}

type Rates = Output<typeof verification.rates>;

/** What the job may take at most. The fields of the rates are ours: a service may not have them. */
async function jobQuote(context: Context, addresses: number): Promise<Quote> {
  // The path of the rates is a guess; a service that has none there can verify all the same.
  const rates: Rates = (await fact(context, verification.rates, {})) ?? {};
  const each = rates.checksPerAddress?.otherwise ?? limits.checksPerAddress;
  return {
    spend: { checks: addresses * each },
    unitUsd: { check: knownPrice(rates.usdPerCheck) ?? null },
    facts: [`Addresses: ${grouped(addresses)}, up to ${counted(each, 'check')} each`, ...allowance(rates)],
  };
}

const allowance = ({ allowance, remaining }: Rates): string[] =>
  typeof allowance === 'number' && typeof remaining === 'number'
    ? [
        `Trial: ${grouped(remaining)} of ${counted(allowance, 'address', 'addresses')} ${plural(remaining, 'is', 'are')} left`,
      ]
    : [];
