import { day } from '../window.ts';
import type { PlannedMailbox } from './plan.ts';

const addedDays = 28;
/** Where there is none that it could be like. */
const usualLimit = 50;

/** A mailbox with the limit of the best of these, connected for four weeks before the start. */
export function addedMailbox(like: readonly PlannedMailbox[], startAt: number): PlannedMailbox {
  let limit = 0;
  for (const { isConnected, currentDailyLimit, maximumSendingsLimitPerDay } of like)
    if (isConnected) limit = Math.max(limit, Math.min(currentDailyLimit, maximumSendingsLimitPerDay));
  limit ||= usualLimit;
  return {
    isConnected: true,
    connectedAt: startAt - addedDays * day,
    currentDailyLimit: limit,
    maximumSendingsLimitPerDay: limit,
    toggleGradualBuildUp: like.some(({ toggleGradualBuildUp }) => toggleGradualBuildUp),
    healthScore: 100,
    alsoIn: [],
    before: null,
  };
}
