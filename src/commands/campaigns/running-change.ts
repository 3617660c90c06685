import { campaigns } from '../../contract/areas/campaigns.ts';

/** For the question about a change of a campaign that sends: the gate adds what changes. */
export const noCost = () => ({ spend: {}, facts: [] });

/** Read for that: its state, and what it has now. */
export const changeReads = [campaigns.list, campaigns.get, campaigns.getSchedule] as const;
