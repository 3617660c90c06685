import type { Context } from '../../../../cli/declare/command.ts';
import type { Fact } from '../../../../cli/declare/quote.ts';
import type { Plan } from '../../../../domain/campaign-plan/plan.ts';
import { openWordDiff } from '../../../../domain/campaign-plan/word-diff.ts';
import { planDocument } from '../plan-document.ts';
import { itemLines } from '../plan-lines.ts';
import { detailed, restOf, summaryOf, titleOf } from '../plan-view.ts';

/** The plan as lines for a question: what a person agrees to. Text of campaigns is behind a bar. */
export async function planFacts(context: Context, plan: Plan): Promise<Fact[]> {
  const shown = planDocument(context, plan);
  const diff = await openWordDiff();
  const lines = detailed(shown.items).flatMap((item) => itemLines(item, { shown: (text) => text, diff }));
  const rest = restOf(shown.items);
  return [
    titleOf(shown),
    ...lines.map(({ level, parts, quoted }): Fact => {
      const text = parts.map((part) => part.text).join('');
      return quoted ? { theirs: text, indent: 2 * level } : `${'  '.repeat(level)}${text}`;
    }),
    ...(rest === '' ? [] : [rest]),
    summaryOf(shown),
  ];
}
