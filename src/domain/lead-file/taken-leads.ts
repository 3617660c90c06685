import { counted, grouped, isCount } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { leads } from '../../contract/areas/leads.ts';
import type { Output } from '../../contract/operation.ts';

/** Those listed, each with its own id, or its count where it lists none. Throws `unreadable_answer`. */
export function takenLeads(
  { count, leads: listed }: Output<typeof leads.upsert>,
  sent: readonly { readonly email?: unknown }[],
): number {
  const addresses = new Set<string>();
  for (const { email } of sent) addresses.add(plain(email));
  const ids = new Set<string>();
  const emails = new Set<string>();
  for (const { id, email } of listed) {
    if (!addresses.has(plain(email))) continue;
    ids.add(String(id));
    emails.add(plain(email));
  }
  if (listed.length > 0 && ids.size === 0) throw unreadable('it has other leads than were sent');
  if (!isCount(count) || Math.max(count, listed.length) > sent.length)
    throw unreadable(
      `it has ${counted(listed.length, 'lead')} and the count ${count}, of ${grouped(sent.length)} sent`,
    );
  return listed.length === 0 ? count : Math.min(ids.size, emails.size);
}

const unreadable = (why: string): Failure =>
  new Failure('unreadable_answer', `The answer to POST /leads cannot be read: ${why}`, {
    kind: 'unknown-outcome',
    status: 200,
    outcome: 'unknown',
    hint: null,
  });

const plain = (address: unknown): string => String(address).trim().toLowerCase();
