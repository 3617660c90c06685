import type { OnePage } from '../../../cli/answer/one-page.ts';
import { table } from '../../../cli/declare/view.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { FaultView } from '../../../sandbox/faults/rules.ts';

export const faultFields = s.object({
  id: s.id(),
  ...s.each(['operation', 'kind', 'phase'], s.string()),
  nth: s.integer(),
  times: s.integer(),
  probability: s.number(),
  seed: s.string(),
  seen: s.integer(),
  hits: s.integer(),
  spent: s.boolean(),
  createdAt: s.timestamp(),
});

export const faultsView = ({ items }: OnePage<FaultView>) =>
  table(
    items,
    [
      ['Id', 'id', 'id'],
      ['Operation', 'operation'],
      ['Kind', 'kind'],
      ['Phase', 'phase'],
      ['Calls', calls],
      ['Seed', 'seed'],
      ['Seen', 'seen', 'number'],
      ['Struck', 'hits', 'number'],
    ],
    'No faults: every request goes through. To add one: outreach sandbox fault add --help',
  );

function calls({ nth, times, probability, spent }: FaultView): string {
  const last = times === null ? undefined : nth + times - 1;
  const range = last === nth ? `call ${nth}` : last === undefined ? from(nth) : `${nth} to ${last}`;
  const share = probability === 1 ? '' : `, ${Math.round(probability * 1000) / 10}% of them`;
  return `${range}${share}${spent ? ' (over)' : ''}`;
}

const from = (nth: number): string => (nth === 1 ? 'every' : `from ${nth} on`);
