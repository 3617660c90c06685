import { Failure } from '../../base/errors.ts';
import { type Agree, Agreement } from '../declare/quote.ts';
import type { GateParts } from './gate.ts';

/** The one question for several calls that the gate would ask about one by one. */
export const createAgree =
  ({ globals, ask, say }: Pick<GateParts, 'globals' | 'ask' | 'say'>): Agree =>
  async ({ heading, facts, question, operations }) => {
    if (!globals.yes) {
      if (!ask.possible || globals.json || globals.ndjson)
        throw new Failure(
          'confirmation_required',
          `this needs your consent: ${[heading, ...facts.map((fact) => fact.replace(/\.$/, ''))].join('; ')}`,
          {
            hint: 'Pass --yes to agree; --dry-run shows the requests.',
            extra: { operations: operations.map(({ id }) => id), facts: [heading, ...facts], needs: '--yes' },
          },
        );
      say(heading, 'heading');
      for (const fact of facts) say(fact);
      if (!(await ask.confirm(`${question}?`, false)))
        throw new Failure('declined', 'Cancelled. Nothing was sent.');
    }
    return Agreement.to(operations);
  };
