import { messageOf } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import { badSequence, parseSequenceText, type Sequence } from './sequence-text.ts';

/** JSON `{steps, signature?}`, or the text of `sequence-text.ts`. Throws `usage` with the line or the field. */
export async function parseSequence(name: string, content: string): Promise<Sequence> {
  const text = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (text.trim() === '') throw badSequence(name, 'the file is empty');
  const sequence = /^\s*[{[]/.test(text) ? await fromJson(name, text) : parseSequenceText(name, text);
  const [problem] = problemsOf(campaigns.replaceSequence.body, sequence);
  if (problem)
    throw badSequence(name, `${problem.field === '' ? 'the whole' : problem.field} ${problem.reason}`);
  return sequence as Sequence;
}

async function fromJson(name: string, text: string): Promise<unknown> {
  const value = await parseJson(name, text);
  const whole: unknown = Array.isArray(value) ? { steps: value } : value;
  if (!isRecord(whole) || !Array.isArray(whole.steps)) return whole;
  const steps = whole.steps.map((step: unknown, index) =>
    isRecord(step) ? { order: index + 1, ...step } : step,
  );
  return { ...whole, steps };
}

async function parseJson(name: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // Some versions of Node leave out where the error is; this parser always says it.
    const { parse } = await import('lossless-json');
    try {
      return parse(text);
    } catch (error) {
      const reason = messageOf(error);
      const at = /^(.*) at position (\d+)$/s.exec(reason);
      const line = text.slice(0, Number(at?.[2] ?? text.length)).split('\n').length;
      throw badSequence(`${name}, line ${line}`, `this is not JSON: ${at?.[1] ?? reason}`);
    }
  }
}
