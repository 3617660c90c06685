import { isRecord } from '../../base/is-record.ts';
import { campaignParts } from './shape.ts';

/** What JSON gives, before anything is known of it. */
export type Plain = Record<string, unknown>;

export const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? (value as Plain[]) : []);

/** What the file says of a campaign by itself, and what goes to the call that creates it. */
export function splitCampaign(campaign: Plain): { own: Plain; create: Plain } {
  const entries = Object.entries(campaign);
  const isOwn = ([key]: [string, unknown]) => Object.hasOwn(campaignParts, key);
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    create: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  };
}

/** The order of a step is its place, unless it is said. */
export const ordered = (steps: readonly unknown[]): unknown[] =>
  steps.map((step, at) => (isRecord(step) ? { order: at + 1, ...step } : step));
