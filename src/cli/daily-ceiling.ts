import type { Api } from '../client/api.ts';
import type { Intent } from '../client/guard/journal.ts';
import { parseJson } from '../client/json.ts';
import { Failure, personHint } from '../contract/errors.ts';
import { grouped } from '../contract/grouped.ts';
import type { AnyOperation } from '../contract/operation.ts';
import type { Quote } from './command.ts';
import { creditsOfToday, dollarsOfToday } from './daily-figures.ts';
import { accountOf } from './guarding.ts';
import { type Price, priceOf } from './price.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface DailyParts {
  readonly world: Pick<World, 'clock' | 'journal' | 'signal'>;
  readonly settings: Pick<
    Settings,
    'profile' | 'target' | 'maxCreditsPerDay' | 'maxUsdPerDay' | 'baseUrl' | 'key' | 'inProcess'
  >;
  /** For reads. */
  readonly api: Api;
}

/** What of the day is used and what a call would add to it, in one unit. */
interface Use {
  readonly ceiling: number;
  readonly adds: number;
  /** Reads it. */
  used(): Promise<number>;
  /** What calls that are under way here would add. */
  readonly underWay: number;
  readonly word: string;
  format(amount: number): string;
}

/**
 * Refuses a call that would take the account over a ceiling per day of its profile, or of which that cannot be said:
 * whoever set one wants to be sure. Gives lines on the day for the question. `own` is the intent of this very call.
 */
export async function keepWithinDay(
  parts: DailyParts,
  operation: AnyOperation,
  quote: Quote,
  own: number | undefined,
): Promise<string[]> {
  const facts: string[] = [];
  for (const use of await usesOf(parts, operation, quote, own)) {
    if (use.adds === 0) continue;
    if (Number.isNaN(use.adds)) throw refused(parts, use, 'what this costs is not known beforehand', {});
    if (Number.isNaN(use.underWay))
      throw refused(
        parts,
        use,
        'what a call that is not over may cost is not known (outreach journal list)',
        {},
      );
    const used = (await figureOf(parts, use)) + use.underWay;
    if (!(used + use.adds <= use.ceiling))
      throw refused(
        parts,
        use,
        `today ${use.format(used)} ${use.word}, and this may add ${use.format(use.adds)}`,
        {
          usedToday: used,
          adds: use.adds,
        },
      );
    facts.push(`Today: ${use.format(used)} of ${use.format(use.ceiling)} ${use.word}`);
  }
  return facts;
}

async function usesOf(
  { world, settings, api }: DailyParts,
  operation: AnyOperation,
  quote: Quote,
  own: number | undefined,
): Promise<Use[]> {
  const { maxCreditsPerDay, maxUsdPerDay } = settings;
  const price = priceOf(operation.effect, quote);
  const others = await underWay(world, settings, own);
  const buys = isTopUp(operation.id);
  const alike = others.filter((other) => isTopUp(other.operation) === buys);
  const now = world.clock.now();
  return [
    ...(maxCreditsPerDay === undefined
      ? []
      : [
          {
            ceiling: maxCreditsPerDay,
            adds: price.credits,
            used: async () => (await creditsOfToday(api, now))[buys ? 'bought' : 'spent'],
            underWay: sumOf(alike, 'credits'),
            word: buys ? 'came in' : 'are spent',
            format: (amount: number) => `${grouped(amount)} ${amount === 1 ? 'credit' : 'credits'}`,
          },
        ]),
    ...(maxUsdPerDay === undefined
      ? []
      : [
          {
            ceiling: maxUsdPerDay,
            adds: price.usd,
            used: () => dollarsOfToday(api, now),
            underWay: sumOf(others, 'usd'),
            word: 'are spent',
            format: (amount: number) => `$${amount.toFixed(2)}`,
          },
        ]),
  ];
}

const isTopUp = (operation: string): boolean => operation === 'credits.purchase';

async function figureOf({ world, ...parts }: DailyParts, use: Use): Promise<number> {
  try {
    return await use.used();
  } catch (error) {
    if (!(error instanceof Failure) || world.signal.aborted || error.code === 'command_timeout') throw error;
    throw refused({ world, ...parts }, use, `what is used today cannot be told: ${error.message}`, {}, error);
  }
}

function refused(
  { settings: { profile } }: DailyParts,
  { ceiling, format }: Use,
  why: string,
  extra: Failure['extra'],
  cause?: Failure,
): Failure {
  const message = `the profile '${profile}' allows ${format(ceiling)} a day: ${why}; nothing was sent`;
  return new Failure('not-confirmed', message, {
    code: 'daily_ceiling_exceeded',
    hint: `A day ends at midnight UTC. ${personHint}`,
    extra: { ...extra, ceiling },
    ...(cause && { cause, retryable: cause.retryable }),
  });
}

/** Calls of this machine that were agreed to and of which the account may not show anything yet. */
async function underWay(
  { clock, journal }: DailyParts['world'],
  settings: DailyParts['settings'],
  own: number | undefined,
): Promise<(Price & { operation: string })[]> {
  const account = accountOf(settings);
  const isRecent = ({ startedAt }: Intent) => startedAt > clock.now() - 86_400_000;
  const open = (await journal.open())
    .open()
    .filter((intent) => intent.id !== own && intent.account === account && isRecent(intent))
    .filter(({ state, quote }) => ['prepared', 'sent', 'unknown'].includes(state) && quote !== undefined);
  return Promise.all(
    open.map(async ({ operation, effect, quote }) => ({
      operation,
      ...priceOf(effect, (await parseJson(quote ?? '')) as Quote),
    })),
  );
}

/** What is not known of one is not known of all. */
const sumOf = (prices: readonly Price[], unit: keyof Price): number =>
  prices.reduce((sum, price) => sum + price[unit], 0);
