import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Input } from '../../contract/operation.ts';
import { completeVariants, type StepInput } from '../sequence/step-copies.ts';
import { type FieldName, type FieldValue, stepParts } from './campaign-fields.ts';

interface StepLike extends StepInput {
  readonly order?: number | null | undefined;
}

type Body = Input<typeof campaigns.replaceSequence>['body'];

/** Alike for a file and for the service: what is left out has its usual value, a variant what its step has. */
export function stepFields(steps: readonly StepLike[]): Map<FieldName, FieldValue> {
  const fields = new Map<FieldName, FieldValue>();
  for (const [index, step] of inOrder(steps).entries()) {
    const at = `steps.${index + 1}` as const;
    const subject = oneLine(step.subject);
    const body = plainText(step.body);
    fields.set(`${at}.subject`, subject);
    fields.set(`${at}.body`, body);
    fields.set(`${at}.contentType`, step.contentType?.toLowerCase() === 'html' ? 'html' : 'text');
    fields.set(`${at}.delayDays`, step.delayDays ?? 0);
    fields.set(`${at}.useSameThread`, step.useSameThread ?? false);
    for (const variant of completeVariants({ subject, body }, step.variants ?? [])) {
      const of = `${at}.variants.${labelOf(variant.label)}` as const;
      fields.set(`${of}.subject`, oneLine(variant.subject));
      fields.set(`${of}.body`, plainText(variant.body));
    }
  }
  return fields;
}

interface SequenceLike {
  readonly steps: readonly StepLike[];
  readonly signature?: string | null | undefined;
}

/** Where two sequences differ, field by field. A signature that is left out stays as it is. */
export function differingFields(now: SequenceLike, then: SequenceLike): FieldName[] {
  const [was, is] = [stepFields(now.steps), stepFields(then.steps)];
  const signed = then.signature === undefined || plainText(now.signature) === plainText(then.signature);
  return [
    ...new Set([...was.keys(), ...is.keys()].filter((field) => was.get(field) !== is.get(field))),
    ...(signed ? [] : (['signature'] as const)),
  ];
}

/** As the line of a variant can hold it. */
const labelOf = (label: string): string => label.split(/\s+/).filter(Boolean).join(' ');

/** The label of two variants of one step, which fields would take for one. */
export function labelTwice(steps: readonly StepLike[]): string | undefined {
  for (const { variants } of steps) {
    const labels = new Set<string>();
    for (const variant of completeVariants({ subject: '', body: '' }, variants ?? [])) {
      const label = labelOf(variant.label);
      if (labels.has(label)) return label;
      labels.add(label);
    }
  }
  return undefined;
}

export const inOrder = <S extends Pick<StepLike, 'order'>>(steps: readonly S[]): readonly S[] =>
  [...steps].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));

/** The way back: undefined where a step or a variant lacks a part, or a step between two others is missing. */
export function stepsIn(fields: ReadonlyMap<FieldName, FieldValue>): Body['steps'] | undefined {
  const steps: Body['steps'] = [];
  const orders = [...fields.keys()].map((name) => Number(/^steps\.(\d+)\./.exec(name)?.[1] ?? 0));
  const count = Math.max(0, ...orders);
  for (let order = 1; order <= count; order++) {
    const at = `steps.${order}` as const;
    const [subject, body, contentType, delayDays, useSameThread] = stepParts.map((part) =>
      fields.get(`${at}.${part}`),
    );
    if (typeof subject !== 'string' || typeof body !== 'string' || typeof delayDays !== 'number')
      return undefined;
    const variants = variantsIn(fields, `${at}.variants.`);
    if (variants === undefined) return undefined;
    steps.push({
      order,
      ...(subject === '' ? {} : { subject }),
      body,
      contentType: contentType === 'html' ? 'html' : 'text',
      delayDays,
      useSameThread: useSameThread === true,
      ...(variants.length === 0 ? {} : { variants }),
    });
  }
  return steps;
}

type Variant = NonNullable<Body['steps'][number]['variants']>[number];

function variantsIn(fields: ReadonlyMap<FieldName, FieldValue>, prefix: string): Variant[] | undefined {
  const variants = new Map<string, { subject?: FieldValue; body?: FieldValue }>();
  for (const [name, value] of fields) {
    const part = /\.(subject|body)$/.exec(name)?.[1];
    if (!name.startsWith(prefix) || part === undefined) continue;
    const label = name.slice(prefix.length, -part.length - 1);
    variants.set(label, { ...variants.get(label), [part]: value });
  }
  const whole: Variant[] = [];
  for (const [label, { subject, body }] of variants) {
    if (typeof subject !== 'string' || typeof body !== 'string') return undefined;
    // Without a subject it would have that of its step.
    whole.push({ label, subject, body });
  }
  return whole;
}

/** As a sequence file can write it: no empty lines around it, no blanks at its end, lines that end in `\n`. */
export const plainText = (text: string | null | undefined): string =>
  (text ?? '')
    .replaceAll(/(?<!\r)\r+\n/g, '\n')
    .replace(/^(\s*\n)+/, '')
    .trimEnd();

const oneLine = (text: string | null | undefined): string =>
  (text ?? '')
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
