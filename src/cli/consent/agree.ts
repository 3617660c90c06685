import { Failure } from '../../base/errors.ts';
import { type Agree, Agreement } from '../declare/quote.ts';
import { consent } from './deal.ts';

/** The one question for several calls that the gate would ask about one by one. */
export const createAgree =
  (parts: Parameters<typeof consent>[0]): Agree =>
  async (asked) => {
    const { heading, question, operations } = asked;
    const input = { body: [heading, question] };
    const wanted = await parts.person?.want(operations.map((operation) => ({ operation, input })));
    await consent(parts, wanted, {
      facts: [heading, ...asked.facts],
      question: `${question}?`,
      undone: 'Nothing was changed.',
      priced: { quote: { spend: {}, facts: [...asked.facts] }, price: free, rates: {} },
      required: new Failure('confirmation_required', `this needs your consent: ${heading}`, {
        hint: 'Pass --yes to agree; --dry-run shows the requests.',
        extra: {
          operations: operations.map(({ id }) => id),
          facts: [heading, ...asked.facts],
          needs: '--yes',
        },
      }),
    });
    return Agreement.to(operations, parts.globals.yes && !parts.person ? '--yes' : 'a person');
  };

const free = { credits: 0, usd: 0, charged: 0, recipients: 0 };
