import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { jsonText } from '../../base/lossless-json.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { briefly } from '../retry/retry-policy.ts';
import { same } from './compare.ts';

export interface Rival {
  readonly id: number;
  /** Undefined where it cannot be read. */
  readonly input: AnyInput | undefined;
  /** What shows may be its own: it is done, its answer may still come, or it is not the same call. Else it looks for its effect as this call does. */
  readonly holds: boolean;
  readonly isDone: boolean;
  /** It was done before this call began. */
  readonly isPast: boolean;
  readonly isEqual: boolean;
  readonly snapshot: unknown;
  readonly answer: unknown;
  readonly effect: string | undefined;
}

export interface Probe {
  /** Reads only. Throws `Failure` as any call does. */
  read(operation: AnyOperation, input?: AnyInput): Promise<unknown>;
  readonly input: AnyInput;
  /** When the call was sent, in milliseconds; undefined before. */
  readonly sentAt?: number;
  /** Asked after the reads of a look: whatever has brought about what they show is among them. */
  rivals?(): Promise<readonly Rival[]>;
}

/** Looks with the reads of a client. */
export const probeOf = (
  read: (operation: AnyOperation, input: AnyInput) => Promise<unknown>,
  input: AnyInput,
  sentAt?: number,
): Probe => ({
  read: (operation, given = {}) => read(operation, given),
  input,
  ...(sentAt !== undefined && { sentAt }),
});

export type Finding =
  /** What the call would have brought about, as far as the service tells. */
  | { readonly kind: 'done'; readonly answer: unknown; readonly effect?: string }
  | { readonly kind: 'nothing' }
  /** All that shows is of other calls; `isWhole` where these are done, and the list shows everything since this call. */
  | { readonly kind: 'taken'; readonly isWhole: boolean }
  /** More than one thing could be it, or one of which it is not certain. */
  | { readonly kind: 'several'; readonly matches: readonly unknown[] };

/** How the service itself shows whether a call worked (spec, Errors: check whether the first try worked). */
export interface Evidence {
  /** What is there before the call. Must survive JSON. */
  snapshot(looking: Probe): Promise<unknown>;
  look(looking: Probe, snapshot: unknown): Promise<Finding>;
  /** What could be of the call where what was there before is unknown: it proves nothing. Absent where it says nothing. */
  candidates?(looking: Probe): Promise<readonly Item[]>;
  /** When the time of grace is over: `ask` a person, or `again`, where a second call does no harm. */
  readonly whenNothing: 'ask' | 'again';
  /** Whether the service shows that something took back what this call had done since, so that another one is no repeat. */
  isUndone?(looking: Probe, snapshot: unknown): Promise<boolean>;
}

export type Item = Readonly<Record<string, unknown>>;

export const nothing: Finding = { kind: 'nothing' };

export const taken: Finding = { kind: 'taken', isWhole: false };

/** It ended since, or met the same state before. `isAlike`: it is about the same thing. */
export async function isOfAnother(
  looking: Probe,
  snapshot: unknown,
  isAlike: (input: AnyInput) => boolean = ({ params }) => same(params?.id, looking.input.params?.id),
): Promise<boolean> {
  const rivals = (await looking.rivals?.()) ?? [];
  const before = jsonText(snapshot);
  return rivals.some(
    ({ holds, input, isPast, ...rival }) =>
      holds && (input === undefined || isAlike(input)) && !(isPast && jsonText(rival.snapshot) !== before),
  );
}

/** What makes an answer richer and decides nothing: undefined where it cannot be read. */
export async function readIfPossible(
  { read }: Probe,
  operation: AnyOperation,
  input: AnyInput = {},
): Promise<Item | undefined> {
  try {
    return itemOf(await read(briefly(operation), input));
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

export const itemOf = (value: unknown): Item => (isRecord(value) ? value : {});

/** The id of the path, as the caller gave it. */
export const paramsOf = ({ input }: Probe): AnyInput => ({ params: input.params ?? {} });

export const bodyOf = ({ input }: Probe): Item => itemOf(input.body);
