import type { OperationId } from './index.ts';
import { limits } from './limits.ts';

/** How often one call may be made, beside what the account may do in all (spec, Limits). */
export interface EndpointLimit {
  /** What is counted, in the plural. */
  readonly of: string;
  readonly counts: readonly {
    readonly most: number;
    /** `day` is a UTC day, `moment` is how many there are at the same time. */
    readonly per: 'minute' | 'day' | 'moment';
  }[];
}

export const endpointLimits: Readonly<Partial<Record<OperationId, EndpointLimit>>> = {
  'copilot.plan': {
    of: 'plans',
    counts: [
      { most: limits.copilotPlansPerMinute, per: 'minute' },
      { most: limits.copilotPlansPerDay, per: 'day' },
    ],
  },
  'finder.search': {
    of: 'searches',
    counts: [{ most: limits.searchesPerMinute, per: 'minute' }],
  },
  'autopilot.start': { of: 'autopilot runs', counts: [{ most: limits.autopilotRunsPerDay, per: 'day' }] },
  'finder.startImport': {
    of: 'imports at once',
    counts: [{ most: limits.importsAtOnce, per: 'moment' }],
  },
};
