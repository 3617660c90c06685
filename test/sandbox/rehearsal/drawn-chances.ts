import type { Chance } from '../../../src/domain/course/chance.ts';
import { never } from '../../../src/domain/mailbox/turn.ts';
import { fateOf } from '../../../src/sandbox/world/answers/fate.ts';
import type { Office } from '../office.ts';

/**
 * What the sandbox drew for a campaign that it has sent to its end. An email that it did not send has no draws: a course
 * that sends one differs already.
 */
export function drawnChances({ sandbox: { state }, rows }: Office, campaignId: number): Chance {
  const senders = rows<{ id: number }>(
    `SELECT sender_id AS id FROM campaign_sender WHERE campaign_id = ${campaignId} ORDER BY sender_id`,
  );
  const people = rows<{ leadId: number; address: string }>(
    `SELECT lead_id AS leadId, lead.email AS address FROM email e JOIN lead ON lead.id = lead_id
     WHERE campaign_id = ${campaignId} AND step = 1 ORDER BY due_at, e.id`,
  );
  const emails = new Map(
    rows<{ id: number; leadId: number; step: number }>(
      `SELECT id, lead_id AS leadId, step FROM email WHERE campaign_id = ${campaignId}`,
    ).map(({ id, leadId, step }) => [`${leadId} ${step}`, id]),
  );
  const emailOf = (person: number, step: number) => {
    const { leadId, address } = people[person] ?? { leadId: 0, address: '' };
    return { emailId: emails.get(`${leadId} ${step}`) ?? 0, step, leadId, address };
  };
  return {
    variation: (mailbox, _, day) => state.chance('variation', campaignId, senders[mailbox]?.id ?? 0, day),
    score: () => 0,
    gap: (_, person, step) => state.chance('gap', emailOf(person, step).emailId),
    endOf: (_, person, step, at) => {
      const fate = fateOf(state, emailOf(person, step), at);
      return fate ? Math.round(fate.at) : never;
    },
  };
}
