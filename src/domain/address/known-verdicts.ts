import { addressKey } from '../../contract/checks/email-address.ts';
import { AddressSet } from '../lead-file/address-set.ts';
import { day } from '../window.ts';
import { type AddressVerdict, type KnownVerdict, verdictOfStatus, verdicts } from './address-verdict.ts';

/** What a job found out counts for so long: mailboxes are closed. */
const verdictDays = 180;

/** A verification job, of which the spec shows no field. */
interface JobLike {
  readonly status?: unknown;
  readonly createdAt?: unknown;
  readonly finishedAt?: unknown;
}

/** States of a job that goes on, and of a record that was not looked at. */
const unfinished: readonly unknown[] = ['queued', 'pending', 'created', 'started', 'running', 'processing'];
const notLooked: readonly unknown[] = [...unfinished, 'canceled', 'cancelled', 'skipped'];

/** Whether its records can still change. A state that is not known counts as an end: its records say what was looked at. */
export const isUnfinished = ({ status, finishedAt }: JobLike): boolean =>
  !finishedAt && unfinished.includes(lowerCase(status));

/** Those that have ended within 180 days, canceled ones as well, the newest end first; one without a time is the oldest. */
export const jobsThatCount = <J extends JobLike>(jobs: readonly J[], now: number): J[] =>
  jobs
    .filter((job) => !isUnfinished(job) && isRecent(job, now))
    .sort((a, b) => (endOf(b) ?? 0) - (endOf(a) ?? 0));

export const isRecent = (job: JobLike, now: number): boolean =>
  now - (endOf(job) ?? now) <= verdictDays * day;

function endOf({ createdAt, finishedAt }: JobLike): number | undefined {
  const end = Date.parse(String(finishedAt ?? createdAt));
  return Number.isNaN(end) ? undefined : end;
}

/** Where a record may have its address and what was found out: the spec shows neither. */
const addressFields = ['email', 'emailAddress', 'email_address', 'address'] as const;
const statusFields = ['result', 'verdict', 'verificationStatus', 'status', 'state'] as const;

/** What a record tells: nothing of an address that was not looked at, or where no field is recognised. */
export function recordIn(record: unknown): {
  readonly email?: string | undefined;
  readonly verdict?: AddressVerdict | undefined;
  readonly isLooked: boolean;
} {
  const fields: Readonly<Record<string, unknown>> = { ...Object(record) };
  let email: string | undefined;
  for (const name of addressFields) {
    const text = fields[name];
    if (typeof text === 'string' && text.includes('@')) email ??= text;
  }
  let verdict: AddressVerdict | undefined;
  let isLooked = true;
  for (const name of statusFields) {
    const status = fields[name];
    if (typeof status !== 'string') continue;
    verdict ??= verdictOfStatus(status);
    if (notLooked.includes(lowerCase(status))) isLooked = false;
  }
  return { email, verdict, isLooked };
}

const lowerCase = (text: unknown): string => String(text).trim().toLowerCase();

const mostExamples = 100;

/** In the set, what is known of an address is its place here. */
const states = [
  'not asked about',
  undefined,
  ...(['column', 'job'] as const).flatMap((source) =>
    verdicts.map((verdict): KnownVerdict => ({ verdict, source })),
  ),
] as const;
const stateOf = (verdict: AddressVerdict, source: KnownVerdict['source']): number =>
  states.findIndex((one) => typeof one === 'object' && one.verdict === verdict && one.source === source);

/** What is known of addresses: a job beats a column, and the job learned first all others. A few bytes each. */
export class KnownVerdicts {
  strange = 0;
  readonly #found = new AddressSet();
  readonly #tally = states.map(() => ({ count: 0, examples: [] as string[] }));

  ask(email: string, column: AddressVerdict | undefined): void {
    if (this.#stateOf(email) > 0) return;
    this.#put(email, column === undefined ? 1 : stateOf(column, 'column'));
  }

  /** A record of a job. One of an address that is not asked about counts for nothing, an unreadable one as `strange`. */
  learn(record: unknown): void {
    const { email, verdict, isLooked } = recordIn(record);
    const before = email === undefined ? 1 : this.#stateOf(email);
    const known = states[before];
    if (before === 0 || (typeof known === 'object' && known.source === 'job')) return;
    if (email === undefined || verdict === undefined) {
      if (isLooked) this.strange += 1;
      return;
    }
    const left = this.#tally[before];
    if (left) left.count -= 1;
    this.#put(email, stateOf(verdict, 'job'));
  }

  of(email: string): KnownVerdict | undefined {
    const known = states[this.#stateOf(email)];
    return typeof known === 'object' ? known : undefined;
  }

  get open(): number {
    let open = this.#found.size;
    for (const { count } of this.#tally.slice(stateOf('invalid', 'job'))) open -= count;
    return open;
  }

  /** Whatever is known of one of them, or nothing, with how many there are and the first addresses. */
  counts(): {
    readonly known: KnownVerdict | undefined;
    readonly count: number;
    readonly examples: string[];
  }[] {
    const found: ReturnType<KnownVerdicts['counts']> = [];
    for (const [at, { count, examples }] of this.#tally.entries()) {
      const known = states[at];
      if (typeof known === 'string' || count === 0) continue;
      found.push({ known, count, examples: examples.filter((email) => this.#stateOf(email) === at) });
    }
    return found;
  }

  #stateOf(email: string): number {
    return this.#found.rowOf(addressKey(email));
  }

  #put(email: string, state: number): void {
    const tally = this.#tally[state];
    if (tally === undefined) return;
    tally.count += 1;
    if (tally.examples.length < mostExamples) tally.examples.push(email);
    this.#found.put(addressKey(email), state);
  }
}
