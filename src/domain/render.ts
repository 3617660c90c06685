import { isPlaceholder } from './copy/placeholder.ts';
import { type CopyType, fieldTags, type MergeValues, parseCopy } from './merge-tags.ts';

/** A tag that goes out unfilled. */
export interface Unfilled {
  /** Folded. */
  readonly key: string;
  /** What is shown in its place where that is a placeholder as well; absent where it has no value, and itself is shown. */
  readonly value?: string;
}

export interface Rendered {
  readonly text: string;
  readonly unfilled: readonly Unfilled[];
}

/** Fills in the tags. One without a value stays as it was written, so that it is seen. */
export function render(copy: string, values: MergeValues, type?: CopyType): Rendered {
  const unfilled: Unfilled[] = [];
  let text = '';
  for (const { raw, key, optional } of parseCopy(copy, type).pieces) {
    const value = key === undefined ? raw : values.get(key);
    text += value ?? raw;
    if (key === undefined || optional || unfilled.some((one) => one.key === key)) continue;
    if (value === undefined) unfilled.push({ key });
    else if (isLeft(value, values)) unfilled.push({ key, value });
  }
  return { text, unfilled };
}

/** Whether a value is itself a placeholder: `{lastName}` as a first name. */
export const isLeft = (value: string, values: MergeValues): boolean =>
  isPlaceholder(value, (key) => fieldTags.has(key) || values.get(key) !== undefined);
