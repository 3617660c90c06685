import { counted, grouped } from '../../base/counted.ts';
import { credits } from '../../contract/areas/credits.ts';
import type { Output } from '../../contract/operation.ts';
import type { Context } from '../declare/command.ts';
import { fact } from './fact.ts';

/** The balance record, as a fact; empty where the service gives none that can be read. */
export const wallet = async (
  context: Pick<Context, 'api' | 'warn'>,
): Promise<Output<typeof credits.balance>> => (await fact(context, credits.balance, {})) ?? {};

/** What a person who is asked should know of the balance: what a purchase adds, or what the call may cost at most. */
export function balanceFact(
  balance: number | undefined,
  { bought, cost }: { readonly bought?: number; readonly cost?: number | undefined } = {},
): string {
  if (balance === undefined) return 'Balance: not told';
  const now = `Balance: ${counted(balance, 'credit')}`;
  if (bought !== undefined) return `${now} now, ${grouped(balance + bought)} after`;
  if (cost === undefined) return `${now} now`;
  if (balance < cost) return `${now}, LESS than the batch costs: it may be cut short or fail`;
  return `${now} now, at least ${grouped(balance - cost)} after`;
}
