import { campaigns } from './areas/campaigns.ts';
import { credits } from './areas/credits.ts';
import { drafts } from './areas/drafts.ts';
import { finder } from './areas/finder.ts';
import { leads } from './areas/leads.ts';
import { replies } from './areas/replies.ts';
import { report } from './areas/report.ts';
import { senders } from './areas/senders.ts';
import type { AnyOperation } from './operation.ts';

/** The contract: every area, in help order. */
export const areas = { leads, senders, campaigns, finder, replies, drafts, credits, report } as const;

/** Every operation, flat. */
export const operations: readonly AnyOperation[] = Object.values(areas).flatMap((area) =>
  Object.values(area),
);
