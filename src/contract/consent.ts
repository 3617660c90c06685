import { isRecord } from '../base/is-record.ts';
import type { AnyInput, AnyOperation, Effect, Steers } from './operation.ts';
import type { Method } from './wire.ts';

/** `when-running`: where the campaign in question runs, or is completed, because adding leads resumes it. */
export type Consent = 'always' | 'when-running' | 'never';

/** Whatever has an effect, writes to people or deletes for good takes consent. */
export function consentOf({ effect, mails, steers, route, reversible }: AnyOperation): Consent {
  if (effect !== 'none' || mails === 'always') return 'always';
  if (route.method === 'DELETE' && !reversible) return 'always';
  return mails === 'never' && steers !== 'campaign' ? 'never' : 'when-running';
}

/** `consentOf` is `never`, as a type: the client demands an approval for every other call. */
export type WithoutConsent = {
  readonly effect: 'none';
  readonly mails: 'never';
  readonly steers?: Exclude<Steers, 'campaign'>;
} & ({ readonly route: { readonly method: Exclude<Method, 'DELETE'> } } | { readonly reversible: true });

/** The gravest that a call does: one that adds people to a campaign sends, where the campaign is running. */
export const effectOf = ({ effect, mails }: Pick<AnyOperation, 'effect' | 'mails'>): Effect =>
  effect === 'none' && mails !== 'never' ? 'sends' : effect;

interface Joining {
  /** As the call names it. */
  readonly campaign: unknown;
  readonly people: number | undefined;
}

/** Whether a call changes what a campaign sends to the people whom it has, and adds no one. */
export const changesCopy = ({ mails }: Pick<AnyOperation, 'mails'>): boolean =>
  typeof mails !== 'string' && mails.whenRunning.startsWith(':');

/** Made one at a time for an account: their look at what goes out decides whether a person is asked. */
export const takesTurn = ({
  steers,
  mails,
  prepares,
}: Pick<AnyOperation, 'steers' | 'mails' | 'prepares'>): boolean =>
  steers !== undefined || mails !== 'never' || prepares === true;

/** Undefined where a call neither adds people to a campaign nor changes what it sends. */
export function joiningOf(
  operation: Pick<AnyOperation, 'mails'>,
  { params, body }: AnyInput,
): Joining | undefined {
  const { mails } = operation;
  if (typeof mails === 'string') return undefined;
  if (changesCopy(operation)) {
    const campaign = params?.[mails.whenRunning.slice(1)];
    return campaign === undefined ? undefined : { campaign, people: undefined };
  }
  const fields = isRecord(body) ? body : {};
  const campaign = fields[mails.whenRunning] ?? undefined;
  if (campaign === undefined) return undefined;
  if (mails.people.length === 0) return { campaign, people: 1 };
  let named: unknown;
  for (const name of mails.people) if (named === undefined) named = fields[name];
  const people = Array.isArray(named) ? named.length : named;
  return { campaign, people: typeof people === 'number' ? people : undefined };
}

/** While it runs, or completed, as it resumes (spec, Campaign status); a state that is not listed counts as running. */
export const writesAtOnce = (status: unknown): boolean => status !== 'draft' && status !== 'paused';

/** A call whose repeat could hurt: it has an effect, or would make the same thing once more. */
export const isGuarded = (operation: AnyOperation): boolean =>
  operation.kind === 'write' && operation.retry.kind !== 'safe' && !('changes' in operation);
