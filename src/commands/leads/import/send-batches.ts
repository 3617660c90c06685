import type { Context } from '../../../cli/command.ts';
import { createMeter } from '../../../cli/meter.ts';
import { leads, leadsPerCall } from '../../../contract/areas/leads.ts';
import { grouped } from '../../../contract/grouped.ts';
import { rateLimits } from '../../../contract/limits.ts';
import { readyBody } from '../../../contract/ready-body.ts';
import { Lanes } from '../../../domain/lanes.ts';
import type { Frame } from './body.ts';
import type { Batch } from './lead-spool.ts';

export interface Sending {
  readonly batches: AsyncIterable<Batch>;
  /** Leads of the whole file, and how many of them were confirmed before. */
  readonly total: number;
  readonly before: number;
  /** A body like the ones that are sent: the contract is held against it. */
  readonly example: { campaignId?: number; leads: { email: string }[] };
  isConfirmed(index: number): boolean;
  /** The service has the batch; called once for each, as they are answered. */
  confirmed(batch: Batch, sent: number): void;
}

/**
 * Sends what is not confirmed yet, several batches at once, and reads on only as answers come. The first goes alone, so
 * that a wrong key or campaign is found out by one call. After a failure nothing new is sent, what is under way is
 * waited for, and the failure is thrown. The number of leads sent.
 */
export function sendBatches(context: Context, sending: Sending): Promise<number> {
  const { total, before } = sending;
  const { clock, stderr } = context.world;
  return context.progress(`Sending ${grouped(total - before)} leads`, async (say) => {
    const meter = createMeter({
      clock,
      terminal: stderr.isTTY === true,
      say,
      label: 'Sending',
      unit: 'leads',
      total,
    });
    const lanes = new Lanes(clock.now());
    const underWay = new Set<Promise<void>>();
    const calls: number[] = [];
    let sent = 0;
    let answered = false;
    let failure: { error: unknown } | undefined;

    const send = async (batch: Batch): Promise<void> => {
      const began = clock.now();
      calls.push(began);
      try {
        await context.api(leads.upsert, { body: bodyOf(batch, sending.example) });
        sent += batch.count;
        answered = true;
        lanes.answered(clock.now() - began, clock.now());
        sending.confirmed(batch, sent);
        batch.done();
        meter.at(before + sent, limitOf(calls, clock.now()));
      } catch (error) {
        failure ??= { error };
      }
    };

    for await (const batch of sending.batches) {
      if (sending.isConfirmed(batch.index)) {
        batch.done();
        continue;
      }
      while (underWay.size >= (answered ? lanes.limit : 1)) await Promise.race(underWay);
      if (failure) break;
      const call: Promise<void> = send(batch).finally(() => underWay.delete(call));
      underWay.add(call);
    }
    await Promise.all(underWay);
    if (failure) throw new SendingFailed(failure.error, sent);
    return sent;
  });
}

/** Why the sending ended, and how many leads had been sent by then. */
export class SendingFailed extends Error {
  constructor(
    readonly reason: unknown,
    readonly sent: number,
  ) {
    super('sending ended early');
  }
}

/** What stands around the leads in a body like the example. */
export const frameOf = ({ campaignId }: Sending['example']): Frame => ({
  start: campaignId === undefined ? '{"leads":[' : `{"campaignId":${String(campaignId)},"leads":[`,
  end: ']}',
});

export function bodyOf({ bytes, count }: Batch, example: Sending['example']): Sending['example'] {
  if (count > leadsPerCall) throw new Error(`${count} leads in one call`);
  return readyBody(bytes, example);
}

/** At the pace the account is allowed, it is the allowance that is waited for; else the service itself. */
function limitOf(calls: number[], now: number): string {
  const [short, long] = rateLimits;
  while ((calls[0] ?? now) < now - long.seconds * 1000) calls.shift();
  const recent = calls.filter((at) => at >= now - short.seconds * 1000).length;
  const near = (count: number, most: number) => count >= most * 0.9 && count <= most;
  return near(recent, short.requests) || near(calls.length, long.requests)
    ? 'the budget of calls'
    : 'the service';
}
