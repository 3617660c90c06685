import { knownPrice } from '../../contract/prices.ts';

/** For a person; a script gets what the service says. */
export const priceCell = (said: unknown): number | 'unknown' => knownPrice(said) ?? 'unknown';
