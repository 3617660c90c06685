import { Failure } from '../../../base/errors.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { endedAfterStart } from '../../../cli/answer/await-end.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import { encodingOption } from '../../../cli/options/encoding-option.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { addressProblem } from '../../../contract/checks/email-address.ts';
import { addressesIn, distinct } from './addresses.ts';
import { finish } from './finish.ts';
import { jobQuote } from './job-quote.ts';
import { type Job, jobView, nextOf } from './job-view.ts';

export const create = command({
  name: 'create',
  summary: 'Verify a list of email addresses: it costs money',
  about: `Takes addresses as arguments, or from a file: its column Email, or one address per line. Each is verified once.

Checks are billed with the next invoice: one if the first provider rejects the address, two otherwise, also for invalid addresses. A trial verifies 100 addresses in all.

Waits until the job is finished; with --no-wait it returns once the job has started.`,
  uses: [verification.createJob, verification.job, verification.rates],
  tool: 'effects',
  waits: true,
  args: {
    addresses: arg.optionalMany('email addresses, unless they are in a file', { hint: 'address' }),
    file: opt.file('a file of addresses, - for stdin', 'list'),
    ...encodingOption,
    name: opt.text('job name'),
  },
  excludes: [['addresses', 'file']],
  examples: [
    'outreach verification jobs create ana@lumen.example kim@lumen.example --yes',
    'outreach verification jobs create --file examples/prospects.csv --max-usd 10 --yes',
    'outreach verification jobs create --file - --no-wait --yes --json < examples/addresses.txt',
  ],
  async run(context, { addresses, file, encoding, name }) {
    const emails = await emailsFrom(context, addresses ?? [], file, encoding);
    const call = { body: { emails, ...omitUndefined({ name }) } };
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
  next: nextOf,
  view: jobView,
});

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
  const emails =
    file === undefined
      ? onLine(distinct(addresses))
      : soundOnes(context, await fromFile(context, file, encoding));
  if (emails.length > 0) return emails;
  throw new Failure('nothing_given', 'no address was given', {
    hint: 'Give addresses, or a file with --file.',
  });
}

async function fromFile({ files, screen }: Context, path: string, encoding: string | undefined) {
  const { readRows } = await import('../../../cli/input/read-rows.ts');
  const file = await readRows(files.world, path, encoding, screen.warn);
  const faulty = file.rows.filter(({ fault }) => fault !== undefined);
  const [first] = faulty;
  if (first?.fault !== undefined)
    screen.warn(`Rows skipped: ${faulty.length}, the first ${first.number}: ${first.fault.reason}`);
  return addressesIn(file);
}

/** A word without an @ may be the name of a file. */
function onLine(addresses: readonly string[]): string[] {
  const other = addresses.find((address) => !address.includes('@'));
  if (other === undefined) return [...addresses];
  throw new Failure('bad_address', `'${other}' is not an email address`, {
    hint: `Is it a file? Then: --file ${other}`,
  });
}

function soundOnes({ screen }: Context, addresses: readonly string[]): string[] {
  const sound = addresses.filter((address) => addressProblem(address) === undefined);
  const first = addresses.find((address) => addressProblem(address) !== undefined);
  if (first !== undefined)
    screen.warn(`Skipped, not email addresses: ${addresses.length - sound.length}, the first ${first}`);
  return sound;
}
