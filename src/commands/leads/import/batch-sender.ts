import { readyBody } from '../../../base/ready-body.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { Approval } from '../../../client/api/approval.ts';
import { leads, leadsPerCall } from '../../../contract/areas/leads.ts';
import { Lanes } from '../../../domain/lead-file/lanes.ts';
import { NumberSet } from '../../../domain/lead-file/number-set.ts';
import type { Frame } from './body.ts';
import type { Batch } from './lead-spool.ts';

/** A body like the ones that are sent: the contract is held against it. */
export interface Example {
  readonly campaignId?: number;
  readonly leads: { email: string }[];
}

export interface SenderOptions {
  readonly example: Example;
  /** Covers every batch. */
  readonly approval: Approval<typeof leads.upsert>;
  /** The service has the batch; called once for each, as they are answered. */
  confirmed(index: number): void;
}

/**
 * Sends batches, several at once, as far as there is room. The first goes alone, so that a wrong key or campaign is
 * found out by one call. After a failure there is room for nothing new.
 */
export class BatchSender {
  readonly #lanes: Lanes;
  readonly #begun = new NumberSet();
  readonly #underWay = new Set<Promise<void>>();
  #sent = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly context: Context,
    private readonly options: SenderOptions,
  ) {
    this.#lanes = new Lanes(context.world.clock.now());
  }

  /** Leads that the service has confirmed. */
  get sent(): number {
    return this.#sent;
  }

  get hasRoom(): boolean {
    const limit = this.#sent === 0 ? 1 : this.#lanes.limit;
    return this.#failure === undefined && this.#underWay.size < limit;
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  hasBegun(index: number): boolean {
    return this.#begun.has(index);
  }

  send(batch: Batch): void {
    this.#begun.add(batch.index);
    const call: Promise<void> = this.#call(batch).finally(() => this.#underWay.delete(call));
    this.#underWay.add(call);
  }

  /** Waits until one of the calls under way has ended. */
  async change(): Promise<void> {
    await Promise.race(this.#underWay);
  }

  /** Waits for what is under way. Throws `SendingFailed` where not all of it worked. */
  async end(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.#failure) throw new SendingFailed(this.#failure.error);
  }

  async #call(batch: Batch): Promise<void> {
    const { clock } = this.context.world;
    const began = clock.now();
    try {
      const { example, approval } = this.options;
      await this.context.api(leads.upsert, { body: bodyOf(batch, example) }, approval);
      this.#sent += batch.count;
      this.#lanes.answered(clock.now() - began, clock.now());
      this.options.confirmed(batch.index);
      batch.done();
    } catch (error) {
      this.#failure ??= { error };
    }
  }
}

/** Why the sending ended. */
export class SendingFailed extends Error {
  constructor(readonly reason: unknown) {
    super('sending ended early');
  }
}

/** What stands around the leads in a body like the example. */
export const frameOf = ({ campaignId }: Example): Frame => ({
  start: campaignId === undefined ? '{"leads":[' : `{"campaignId":${String(campaignId)},"leads":[`,
  end: ']}',
});

export function bodyOf({ bytes, count }: Batch, example: Example): Example {
  if (count > leadsPerCall) throw new Error(`${count} leads in one call`);
  return readyBody(bytes, example);
}
