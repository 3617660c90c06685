import type { AnyOperation } from '../../contract/operation.ts';
import * as credits from './credits.ts';
import type { Evidence } from './evidence.ts';

const evidence: Readonly<Record<string, Evidence>> = {
  'credits.purchase': credits.purchase,
};

/** How one finds out whether a call of this operation worked; undefined where the service shows nothing of it. */
export const evidenceOf = ({ id }: AnyOperation): Evidence | undefined => evidence[id];
