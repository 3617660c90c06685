import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { TransferStore } from '../../../cli/files/transfers.ts';
import { partly } from '../../../cli/messages/partial-failure.ts';
import { BatchSender, type Example, frameOf, type SenderOptions } from './batch-sender.ts';
import type { LeadSpool } from './lead-spool.ts';
import type { Resumed } from './resume.ts';

export interface RunOptions extends Pick<SenderOptions, 'example' | 'approval'> {
  readonly store: TransferStore;
  /** Under this name progress is kept, and one process is at it. */
  readonly id: string;
  readonly before: Resumed;
}

/** What to do where an import ended early. */
export const goOn = 'Run the same command again: it goes on with what is left, and sends nothing twice.';

/** An import under way: sends, and keeps what was confirmed however it ends. */
export class ImportRun {
  readonly sender: BatchSender;
  /** How many there are in all; 0 until the file was read. */
  batches = 0;
  readonly #startedAt: number;

  constructor(
    private readonly context: Context,
    private readonly options: RunOptions,
  ) {
    this.#startedAt = context.world.clock.now();
    const confirmed = (index: number) => this.#keep(index);
    this.sender = new BatchSender(context, { ...options, confirmed });
  }

  get example(): Example {
    return this.options.example;
  }

  /** What an earlier run got confirmed; batches of this one are added. */
  get before(): Resumed {
    return this.options.before;
  }

  /** Sends what can be sent before the rest of the file was read, as far as there is room for it now. */
  async ahead(leads: LeadSpool): Promise<void> {
    while (this.sender.hasRoom) {
      const batch = await leads.settled(frameOf(this.example));
      if (batch === undefined) return;
      this.sender.send(batch);
    }
  }

  /** What ends the command where something else went wrong while it sent: with what was sent by then. */
  async endedBy(error: unknown): Promise<unknown> {
    await this.sender.end().catch(() => undefined);
    const { sent } = this.sender;
    if (sent === 0) return error;
    const hint = (error instanceof Failure ? error.hint : undefined) ?? goOn;
    return partly(error, {
      done: `${counted(sent, 'lead was', 'leads were')} sent`,
      hint,
      result: { sent, complete: false },
    });
  }

  #keep(index: number): void {
    const { store, id } = this.options;
    const { confirmed, leads } = this.before;
    confirmed.add(index);
    store.keepImport(
      id,
      {
        batches: this.batches,
        leads: leads + this.sender.sent,
        confirmed: confirmed.bytes,
        startedAt: this.#startedAt,
      },
      this.context.world.clock.now(),
    );
  }
}
