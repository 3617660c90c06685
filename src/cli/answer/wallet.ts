import { credits } from '../../contract/areas/credits.ts';
import type { Output } from '../../contract/operation.ts';
import type { Surroundings } from '../declare/command.ts';
import { fact } from './fact.ts';

/** The balance record, as a fact; empty where the service gives none that can be read. */
export const wallet = async (
  context: Pick<Surroundings, 'service' | 'screen'>,
): Promise<Output<typeof credits.balance>> => (await fact(context, credits.balance, {})) ?? {};
