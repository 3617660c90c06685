import { namesNoDay } from './launch/schedule-rules.ts';

/** What a campaign needs before it can send, in the order of work. */
export type LaunchPart = 'leads' | 'sequence' | 'senders' | 'connected-sender' | 'schedule';

/** What is known of a campaign. A part that is undefined could not be read, and does not count as missing. */
export interface LaunchFacts {
  /** How many leads it has. */
  readonly leads?: number | undefined;
  /** How many steps its sequence has. */
  readonly steps?: number | undefined;
  readonly senders?: { readonly attached: number; readonly connected: number } | undefined;
  readonly schedule?:
    | {
        readonly daysSchedule?: string | null | undefined;
        readonly cronSchedule?: string | null | undefined;
      }
    | undefined;
}

/** What keeps a campaign from sending anything; empty where it can start. */
export function missingForLaunch({ leads, steps, senders, schedule }: LaunchFacts): LaunchPart[] {
  const missing: [part: LaunchPart, isMissing: boolean][] = [
    ['leads', leads === 0],
    ['sequence', steps === 0],
    ['senders', senders?.attached === 0],
    ['connected-sender', senders !== undefined && senders.attached > 0 && senders.connected === 0],
    ['schedule', schedule !== undefined && namesNoDay(schedule) === true],
  ];
  return missing.flatMap(([part, isMissing]) => (isMissing ? part : []));
}
