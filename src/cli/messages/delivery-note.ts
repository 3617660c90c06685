import { counted } from '../../base/counted.ts';
import { pattern } from '../advice/line-of.ts';

const notes = {
  lost: (count: number) =>
    `${counted(count, 'delivery', 'deliveries')} did not get through; see: outreach sandbox deliveries --failed`,
  slow: (count: number) =>
    `The receiver is slow: ${counted(count, 'delivery is', 'deliveries are')} left for the next command or ${pattern('sandbox serve')}. To wait: outreach sandbox deliveries`,
  waiting: (count: number) =>
    `${counted(count, 'delivery waits', 'deliveries wait')} for a later try, with the next command that uses the sandbox; see: outreach sandbox deliveries`,
};

/** What the sandbox says of its deliveries to webhooks after a command. */
export const deliveryNote = (what: keyof typeof notes, count: number): string => notes[what](count);
