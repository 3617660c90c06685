import { Failure } from '../../base/errors.ts';
import { type Agree, Agreement, type JointQuestion } from '../declare/quote.ts';
import type { GateParts } from './gate.ts';

/** The one question for several calls that the gate would ask about one by one. */
export const createAgree =
  ({ globals, ask, say, person }: Pick<GateParts, 'globals' | 'ask' | 'say' | 'person'>): Agree =>
  async (asked) => {
    const { heading, facts, question, operations } = asked;
    if (globals.yes && !person) return Agreement.to(operations, '--yes');
    const input = { body: [heading, question] };
    const wanted = await person?.want(operations.map((operation) => ({ operation, input })));
    if (wanted) {
      const priced = { quote: { spend: {}, facts: [...facts] }, price: free, rates: {} };
      await wanted.consent({ priced, required: requiredFor(asked), question: `${question}?` });
      return Agreement.to(operations, 'a person');
    }
    if (!ask.possible || globals.json || globals.ndjson) throw requiredFor(asked);
    say(heading, 'heading');
    for (const fact of facts) say(fact);
    await ask.agree(`${question}?`, 'Nothing was changed.');
    await person?.vouch();
    return Agreement.to(operations, 'a person');
  };

const free = { credits: 0, usd: 0, charged: 0, recipients: 0 };

const requiredFor = ({ heading, facts, operations }: JointQuestion): Failure =>
  new Failure('confirmation_required', `this needs your consent: ${heading}`, {
    hint: 'Pass --yes to agree; --dry-run shows the requests.',
    extra: { operations: operations.map(({ id }) => id), facts: [heading, ...facts], needs: '--yes' },
  });
