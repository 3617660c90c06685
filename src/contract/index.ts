import { credits } from './areas/credits.ts';
import { leads } from './areas/leads.ts';
import type { AnyOperation } from './operation.ts';

/** The contract: every area, in help order. */
export const areas = { leads, credits } as const;

/** Every operation, flat. */
export const operations: readonly AnyOperation[] = Object.values(areas).flatMap((area) =>
  Object.values(area),
);
