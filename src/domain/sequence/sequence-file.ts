import { isRecord } from '../../base/is-record.ts';
import { jsonProblemAt } from '../../base/text/json-problem.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import { badSequence, parseSequenceText, type Sequence } from './sequence-text.ts';

/** JSON `{steps, signature?}`, or the text of `sequence-text.ts`. Throws `usage` with the line or the field. */
export function parseSequence(name: string, content: string): Sequence {
  const text = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (text.trim() === '') throw badSequence(name, 'the file is empty');
  const sequence = /^\s*[{[]/.test(text) ? fromJson(name, text) : parseSequenceText(name, text);
  const [problem] = problemsOf(campaigns.replaceSequence.body, sequence);
  if (problem)
    throw badSequence(name, `${problem.field === '' ? 'the whole' : problem.field} ${problem.reason}`);
  return sequence as Sequence;
}

function fromJson(name: string, text: string): unknown {
  const problem = jsonProblemAt(text);
  if (problem !== undefined)
    throw badSequence(`${name}, line ${text.slice(0, problem).split('\n').length}`, 'this is not JSON');
  const value: unknown = JSON.parse(text);
  const whole: unknown = Array.isArray(value) ? { steps: value } : value;
  if (!isRecord(whole) || !Array.isArray(whole.steps)) return whole;
  const steps = whole.steps.map((step: unknown, index) =>
    isRecord(step) ? { order: index + 1, ...step } : step,
  );
  return { ...whole, steps };
}
