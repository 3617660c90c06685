import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { endedAfterStart } from '../../cli/answer/await-end.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import { allOf, recordOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { explainedBy, opt, required, under } from '../../cli/declare/params.ts';
import type { QuoteFor } from '../../cli/declare/quote.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { withNearestValues } from '../../cli/options/refused-value.ts';
import { credits } from '../../contract/areas/credits.ts';
import { finder } from '../../contract/areas/finder.ts';
import { balanceIn, creditsToBuy, usdPerCreditIn } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';
import { knownPrice } from '../../contract/prices.ts';
import { filterOptions, filtersFrom, listedOptions } from './filter-options.ts';
import { finish, type Import, importView, nextOf } from './import-view.ts';
import { asListed } from './listed-values.ts';

const [least, most] = limits.peoplePerImport;

export const importPeople = command({
  name: 'import',
  summary: 'Import people into a campaign for credits, by filters or from a search',
  about: `With --count and filters, the next matching people are imported. Each run continues where the last one with the same filters stopped. With --ref, people from a search are imported.

Each person added costs credits; skipped people cost nothing. Addresses are verified unless you pass --no-verify. These checks are billed as metered usage, even for invalid addresses. A running or completed campaign emails the people at once; the launch checks run only after the import.`,
  uses: [finder.startImport, finder.import, finder.filters, credits.balance],
  tool: 'effects',
  core: true,
  leadGate: true,
  answer: allOf(recordOf(finder.startImport), recordOf(finder.import)),
  waits: true,
  args: {
    campaign: required(
      opt.text('campaign to add them to, by id or exact name', {
        hint: 'campaign',
        asked: 'campaign',
      }),
    ),
    ref: opt.words('a person from a search', { hint: 'ref' }),
    verify: opt.toggle('verify addresses (default), or skip it'),
    ...under('HOW MANY', {
      count: opt.int('number of people to import, with filters', { min: least, max: most, hint: 'n' }),
      fromStart: opt.flag('start at the first person, not after the last import'),
    }),
    ...explainedBy('finder search --help', filterOptions),
    ...acceptOption,
  },
  examples: [
    'outreach finder import --campaign 1 --count 20 --job-title "Head of Sales" --country Germany --max-credits 100 --yes',
    'outreach finder import --campaign "First steps" --ref "$(outreach finder search --job-title CEO --limit 1 --fields ref)" --yes',
    'outreach finder import --campaign 1 --count 500 --filters-file examples/audience.json --no-wait --yes',
  ],
  async run(
    context,
    { campaign, count, ref, fromStart, verify, accept, ...options },
  ): Promise<Partial<Import>> {
    const { service, consent, screen } = context;
    const given = await filtersFrom(context, options);
    const filters = given && (await asListed(context, given));
    const request = requestOf({ count, refs: ref, fromStart: fromStart || undefined, filters });
    const campaignId = await service.find.campaign(campaign);
    const body = { campaignId, ...request, ...omitUndefined({ verifyEmails: verify }) };
    const call = { body };
    const approval = await consent.approve(finder.startImport, call, () => importQuote(context, body), {
      accept,
    });
    const started = await service.api(finder.startImport, call, approval).catch(async (error) => {
      throw await withNearestValues(service.api, error, listedOptions);
    });
    screen.note(`Import ${started.importId} has started.`);
    if (started.expired) screen.note(`${started.expired} refs are no longer stored and were dropped.`);
    const { importId } = started;
    // What it costs is known only when it is over, and a reader of the journal should know that before.
    await service.journal.remark(
      finder.startImport,
      `Import ${importId} has started. To see what it spends: outreach finder imports get ${importId}`,
    );
    if (screen.globals.wait === false) return started;
    const finished = await finish(context, importId).catch((error) => {
      // Its record is printed once, when it is finished: until then the id has to do.
      throw endedAfterStart(error, { extra: { importId } });
    });
    const { reportJoined } = await import('../../cli/launch/check/joining.ts');
    await reportJoined(context, campaignId, finished.added ?? 0, { accept, imported: finished });
    return finished;
  },
  next: nextOf,
  view: importView,
});

interface Wanted {
  count: number | undefined;
  refs: string[] | undefined;
  fromStart: true | undefined;
  filters: Awaited<ReturnType<typeof filtersFrom>>;
}

function requestOf({ count, refs, fromStart, filters }: Wanted) {
  const usage = (message: string, hint: string) => new Failure('invalid_request', message, { hint });
  if (refs !== undefined) {
    if (count !== undefined || fromStart)
      throw usage('--ref names the people; --count and --from-start need filters', 'Use one or the other.');
    return { mode: 'selected' as const, refs, ...omitUndefined({ filters }) };
  }
  if (filters === undefined)
    throw usage('no people were given', 'Give filters with --count, or --ref for people from a search.');
  if (count === undefined)
    throw usage('--count is missing: how many people?', `It takes ${least} to ${most}.`);
  return { mode: 'first_n' as const, count, filters, ...omitUndefined({ fromStart }) };
}

interface Request {
  readonly count?: number;
  readonly refs?: readonly string[];
  readonly verifyEmails?: boolean;
}

/**
 * What the import may cost at most, and what it does beside that. Throws `payment` where the wallet does not hold it:
 * the service would refuse it, too (import rule 2).
 */
async function importQuote(context: Context, request: Request): Promise<QuoteFor<typeof finder.startImport>> {
  const { service } = context;
  const [{ creditsPerProspect }, wallet] = await Promise.all([
    service.api(finder.filters),
    walletOf(context),
  ]);
  const price = knownPrice(creditsPerProspect);
  const balance = balanceIn(wallet);
  const people = request.count ?? request.refs?.length ?? 0;
  const cost = price && people * price;
  if (cost !== undefined && balance !== undefined && balance < cost) throw tooPoor(cost, balance);
  return {
    spend: {
      ...omitUndefined({ credits: cost }),
      ...(request.verifyEmails === false ? { checks: 0 } : { checks: people * limits.checksPerAddress }),
    },
    atMost: true,
    // A person without a valid address is checked too, and the next one takes the place (spec, Import rule 3).
    ...(request.count !== undefined &&
      request.verifyEmails !== false && { mostChecks: lookedAt(request.count) * limits.checksPerAddress }),
    unitUsd: { credit: usdPerCreditIn(wallet) ?? null },
    balance: balance ?? null,
    facts: [
      `${price === undefined ? 'Price unknown for each person' : `Each person costs ${counted(price, 'credit')}`}; skipped people cost nothing.`,
      ...(request.count === undefined ? [] : [fewer]),
      request.verifyEmails === false
        ? 'The addresses are not verified.'
        : 'Each person takes two verification checks.',
    ],
  };
}

/** A search would say, but it uses the allowance of the day, and an import goes on where the last one ended. */
const fewer = 'If fewer people match, fewer are added.';

/** So many people at most does an import by filters look at (spec, Import rule 6). */
const lookedAt = (count: number): number => Math.max(limits.lookLeast, count * limits.lookPerRequested);

function tooPoor(needed: number, available: number): Failure {
  return new Failure(
    'insufficient_credits',
    `the import may cost ${counted(needed, 'credit')}, the balance is ${grouped(available)}; nothing was sent`,
    {
      extra: { needed, available },
      hint: say`Buy some: ${advise('credits buy', { amount: creditsToBuy(needed - available) })}`,
    },
  );
}
