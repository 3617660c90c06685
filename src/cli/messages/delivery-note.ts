import { counted } from '../../base/counted.ts';
import { pattern } from '../advice/line-of.ts';

/** What the sandbox says of its deliveries to webhooks after a command. */
export function deliveryNote(what: 'lost' | 'slow' | 'waiting', count: number): string {
  if (what === 'lost')
    return `${counted(count, 'delivery', 'deliveries')} did not get through; see: outreach sandbox deliveries --failed`;
  if (what === 'slow')
    return `The receiver is slow: ${counted(count, 'delivery is', 'deliveries are')} left for the next command or ${pattern('sandbox serve')}. To wait: outreach sandbox deliveries`;
  return `${counted(count, 'delivery waits', 'deliveries wait')} for a later try, with the next command that uses the sandbox; see: outreach sandbox deliveries`;
}
