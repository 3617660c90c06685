import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Api } from '../../client/api/api.ts';
import { report } from '../../contract/areas/report.ts';
import type { Output } from '../../contract/operation.ts';
import { impossibleCounts } from '../../domain/statistics/impossible-counts.ts';

export interface Period {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

export interface Query extends Period {
  readonly campaignId: number | undefined;
}

/** The same for a page that takes the outcomes of a campaign in two places: each is asked for once. */
export function readOnce(api: Api): (query: Query) => ReturnType<typeof readOutcomes> {
  const known = new Map<string, ReturnType<typeof readOutcomes>>();
  return (query) => {
    const key = JSON.stringify([query.since, query.until, query.campaignId]);
    const found = known.get(key) ?? readOutcomes(api, query);
    known.set(key, found);
    return found;
  };
}

const counts = ['sent', 'replies', 'positiveReplies', 'meetings'] as const;

export type Counts = Readonly<Record<(typeof counts)[number], number>>;

export function sumOf(all: readonly Counts[]): Counts {
  const whole = { sent: 0, replies: 0, positiveReplies: 0, meetings: 0 };
  for (const figures of all) for (const name of counts) whole[name] += figures[name];
  return whole;
}

/** Null where one of its counts is not known. */
export type Sum = number | null;

export const plus = (sum: Sum, count: number | null | undefined): Sum =>
  sum === null || count == null ? null : sum + count;

/** The report of a period; throws `other_shape` where its figures cannot be, or where it is of something else than was asked for. */
export async function readOutcomes(api: Api, query: Query): Promise<Output<typeof report.outcomes>> {
  const answer = await api(report.outcomes, { query: omitUndefined(query) });
  const { sent, replies, positiveReplies, meetings } = answer.outcomes;
  const impossible = impossibleCounts([
    ['sent', sent],
    // Replies can be to mail of earlier days.
    ['positive replies', positiveReplies, 'replies', replies],
    ['meetings', meetings],
  ]);
  const period = query.since ?? query.until ?? 'all time';
  if (impossible !== undefined)
    throw otherShape(`the figures of the report of ${period} cannot be: ${impossible}`);
  // Where no end was asked for, it may say which one it took.
  for (const name of ['campaignId', 'since', 'until'] as const)
    if ((name === 'campaignId' || query[name] !== undefined) && !isEcho(query[name], answer[name]))
      throw otherShape(
        `the report of ${period} is another one: ${name} is ${answer[name]}, not ${query[name] ?? 'open'}`,
      );
  const per = (count: number, cost: number | null | undefined) => (count === 0 ? null : cost);
  return {
    ...answer,
    costPerReply: per(replies, answer.costPerReply),
    costPerPositive: per(positiveReplies, answer.costPerPositive),
    costPerMeeting: per(meetings, answer.costPerMeeting),
  };
}

/** A period that has not begun has no figures, which is not the same as nothing that happened. */
export async function warnOfFuture({ service, screen }: Context, since: string | undefined): Promise<void> {
  if (since !== undefined && Date.parse(since) > (await service.targetNow()))
    screen.warn(`the period begins at ${since}, which is in the future`);
}

/** Within a second: a service may leave out fractions. What it does not say contradicts nothing, but null says open. */
function isEcho(asked: string | number | undefined, echo: unknown): boolean {
  if (echo === undefined) return true;
  if (typeof asked === 'string')
    return echo === asked || Math.abs(Date.parse(String(echo)) - Date.parse(asked)) < 1000;
  return String(echo ?? '') === String(asked ?? '');
}

const otherShape = (message: string): Failure =>
  new Failure('other_shape', message, { hint: null, status: 200 });
