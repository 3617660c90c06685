import { inLanes } from '../../../base/steps.ts';
import { senders } from '../../../contract/areas/senders.ts';
import type { AnyInput } from '../../../contract/operation.ts';
import { type DnsRead, dnsChecks, senderDomain, timedOut } from '../../../domain/launch/dns-rules.ts';
import {
  type CheckedSender,
  dailyLimitOf,
  isConnected,
  isHeld,
  needsWarmUp,
  type WarmUpRead,
} from '../../../domain/launch/sender-rules.ts';
import { readOr } from '../../answer/fact.ts';
import type { StoringPlace } from '../../answer/stored-looks.ts';
import type { Service } from '../../declare/command.ts';
import { readOne } from '../read-one.ts';

/** The operations that {@link readDns} and {@link readWarmUps} may call, for `uses`. */
export const senderReads = [senders.dns, senders.warmup] as const;

const idOf = ({ id }: CheckedSender): AnyInput => ({ params: { id } });

/**
 * Tried once more, and not waited for as long as other calls: a lookup that never answers would hold up the check for
 * minutes. It takes a few seconds at worst (spec, GET /sender-emails/{id}/dns).
 */
const dnsOnce = { ...senders.dns, tries: 2, silenceMs: 10_000 } as const;

/** The DNS of each domain, asked once for each provider; a lookup that timed out is repeated once. */
export async function readDns(
  context: Pick<Service, 'api'>,
  mailboxes: readonly CheckedSender[],
): Promise<Map<string, DnsRead>> {
  const asked = new Map(mailboxes.map((one) => [`${senderDomain(one)} ${one.provider ?? ''}`, one]));
  const dns = new Map<string, DnsRead>();
  await inLanes([...asked.values()], async (mailbox) => {
    let read = await readOne(context, dnsOnce, idOf(mailbox));
    if (read.value && timedOut(read.value)) read = await readOne(context, dnsOnce, idOf(mailbox));
    const domain = senderDomain(mailbox);
    const answer: DnsRead = read.value ? { vitals: read.value } : { why: read.why };
    dns.set(domain, worse(dns.get(domain), answer));
  });
  return dns;
}

const fromBad = ['MISSING', 'ERROR', 'WARNING', 'OK'];

/** Of two providers at one domain, each record where it is worse. */
function worse(one: DnsRead | undefined, other: DnsRead): DnsRead {
  if (!one?.vitals) return other;
  if (!other.vitals) return one;
  const vitals = { ...one.vitals };
  for (const check of dnsChecks) {
    const found = other.vitals[check];
    if (fromBad.indexOf(found.status) < fromBad.indexOf(vitals[check].status)) vitals[check] = found;
  }
  return { vitals };
}

/** Whether the mailboxes without a score were ever enrolled in warm-up. The path is guessed: where it is not there, one call shows it. */
export async function readWarmUps(
  context: Pick<Service, 'api'>,
  mailboxes: readonly CheckedSender[],
): Promise<Map<number, WarmUpRead>> {
  const read = async (mailbox: CheckedSender): Promise<WarmUpRead> => {
    const { value, why } = await readOne(context, senders.warmup, idOf(mailbox));
    return value ? { enrolled: value.configured !== false } : { why };
  };
  const [first, ...others] = mailboxes.filter(needsWarmUp);
  if (first === undefined) return new Map();
  const known = await read(first);
  const rest = known.why === undefined ? await inLanes(others, read) : [];
  return new Map([[first.id, known], ...others.map((one, at) => [one.id, rest[at] ?? known] as const)]);
}

/**
 * The best health score of the connected mailboxes of the workspace, where the minimum holds back all of these; null where
 * none has a score, undefined where it is not needed or cannot be read.
 */
export async function bestScore(
  { api }: Pick<Service, 'api'>,
  attached: readonly CheckedSender[],
  minimum: number | null | undefined,
): Promise<number | null | undefined> {
  const able = attached.filter(isConnected);
  if (!minimum || able.length === 0 || !able.every((one) => isHeld(one, { minimumHealthScore: minimum })))
    return undefined;
  const read = await readOr(senders.list, async () => {
    let best: number | null = null;
    for await (const { items } of api.pages(senders.list, {}))
      for (const { healthScore } of items.filter(isConnected))
        if (typeof healthScore === 'number') best = Math.max(best ?? healthScore, healthScore);
    return best;
  });
  return read.value;
}

/** Ids of those that a person stopped by their limit. Where none is at 0 there is none, and nothing is looked for. */
export const stoppedAmong = async (
  { world, settings }: Pick<StoringPlace, 'world' | 'settings'>,
  mailboxes: readonly CheckedSender[],
): Promise<ReadonlySet<string> | undefined> =>
  mailboxes.some((one) => dailyLimitOf(one) === 0)
    ? (await import('../../stop/by-limits.ts')).stoppedFromHere(world, settings)
    : undefined;
