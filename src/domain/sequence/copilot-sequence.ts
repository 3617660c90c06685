import { isRecord } from '../../base/is-record.ts';
import { jsonIn } from '../../base/lossless-json.ts';
import type { copilot } from '../../contract/areas/copilot.ts';
import type { Input } from '../../contract/operation.ts';
import { parseSequence } from './sequence-file.ts';
import { badSequence } from './sequence-text.ts';

type CopilotStep = NonNullable<Input<typeof copilot.launch>['body']['sequence']>[number];

interface CopilotFile {
  readonly sequence: CopilotStep[];
  readonly icp?: Record<string, unknown>;
  /** What the file says and a Copilot step cannot hold, for a warning. */
  readonly left: readonly string[];
}

/** A plan of `copilot plan --json`, a list of steps with `followUpAfter`, or any sequence file. Throws `usage`. */
export function copilotSequence(name: string, content: string): CopilotFile {
  const own = ownForm(content);
  if (own) return { ...own, left: [] };
  const { steps, signature } = parseSequence(name, content);
  const ordered = [...steps].sort((a, b) => a.order - b.order);
  const left = new Set<string>();
  if (signature) left.add('the signature');
  let subject: string | undefined;
  const sequence: CopilotStep[] = [];
  for (const [index, step] of ordered.entries()) {
    if (step.variants?.length) left.add('variants');
    if (step.useSameThread) left.add('going on in the same thread');
    if (step.contentType === 'html') left.add('HTML');
    subject = step.subject ?? (subject === undefined ? undefined : `Re: ${subject.replace(/^Re: /, '')}`);
    if (subject === undefined) throw badSequence(name, `step ${index + 1} has no subject`);
    sequence.push({ subject, body: step.body, followUpAfter: step.delayDays ?? 0 });
  }
  return { sequence, left: [...left] };
}

/** Undefined where it is none of Copilot's own forms; what is wrong within them, the contract says. */
function ownForm(content: string): Omit<CopilotFile, 'left'> | undefined {
  const value = jsonIn(content.replace(/^\uFEFF/, ''));
  const plan = isRecord(value) ? value : undefined;
  const list: unknown = plan ? plan.suggestedSequence : value;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  if (!list.some((step) => isRecord(step) && 'followUpAfter' in step)) return undefined;
  const icp = plan?.icp;
  // An answer may hold more than a request takes.
  const sequence = (plan ? list.map(stepOnly) : list) as CopilotStep[];
  return { sequence, ...(isRecord(icp) && { icp }) };
}

const stepOnly = (step: unknown): unknown =>
  isRecord(step) ? { subject: step.subject, body: step.body, followUpAfter: step.followUpAfter } : step;
