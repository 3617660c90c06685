import { isRecord } from '../../base/is-record.ts';
import { jsonProblemAt } from '../../base/text/json-problem.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import { badSequence, parseSequenceText, type Sequence } from './sequence-text.ts';

/** Of a document of `sequence show --json` also the campaign that it is of. */
type Parsed = Sequence & { readonly campaignId?: unknown };

/** JSON `{steps, signature?}`, or the text of `sequence-text.ts`. Throws `usage` with the line or the field. */
export function parseSequence(name: string, content: string): Parsed {
  const text = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (text.trim() === '') throw badSequence(name, 'the file is empty');
  const read: Fields = /^\s*[{[]/.test(text) ? fromJson(name, text) : { ...parseSequenceText(name, text) };
  const { campaignId, total: _, ...sequence } = read;
  const [problem] = problemsOf(campaigns.replaceSequence.body, sequence);
  if (problem)
    throw badSequence(name, `${problem.field === '' ? 'the whole' : problem.field} ${problem.reason}`);
  return { ...sequence, ...(campaignId !== undefined && { campaignId }) } as Parsed;
}

type Fields = Readonly<Record<string, unknown>>;

function fromJson(name: string, text: string): Fields {
  const problem = jsonProblemAt(text);
  if (problem !== undefined)
    throw badSequence(`${name}, line ${text.slice(0, problem).split('\n').length}`, 'this is not JSON');
  const value = JSON.parse(text);
  const whole: Fields = Array.isArray(value) ? { steps: value } : value;
  if (!Array.isArray(whole.steps)) return whole;
  const steps = whole.steps.map((step: unknown, index) =>
    isRecord(step) ? { order: index + 1, ...step } : step,
  );
  return { ...whole, steps };
}
