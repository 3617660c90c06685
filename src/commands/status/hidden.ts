import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { type StoringPlace, withStoredLooks } from '../../cli/answer/stored-looks.ts';
import { type Attention, type AttentionKind, attentionKinds } from '../../domain/attention/attention.ts';

export interface Done {
  readonly kind: AttentionKind;
  readonly id: string | undefined;
}

/** Throws `usage` for a kind that is unknown, with the nearest. */
export function readDone(text: string): Done {
  const [, word = '', , id] = /^([^:]*)(:(.*))?$/s.exec(text) ?? [];
  const kind = attentionKinds.find((one) => one === word);
  if (kind !== undefined && id !== '') return { kind, id };
  const near = closest(word, attentionKinds);
  throw new Failure('invalid_value', `--done: '${text.slice(0, 60)}' is not a kind, or a kind and an id`, {
    hint: `${near === undefined ? '' : `Did you mean '${near}'? `}Kinds: ${attentionKinds.join(', ')}`,
  });
}

/** Leaves out what is hidden here and has not changed; hides `done` first. Throws `conflict` where that is nothing. */
export async function partHidden(
  place: StoringPlace,
  attention: readonly Attention[],
  done: Done | undefined,
): Promise<{
  readonly shown: readonly Attention[];
  readonly hidden: readonly Attention[];
  /** Not where the home cannot be written: then it is hidden this once. */
  readonly isStored: boolean;
}> {
  if (attention.length === 0 && done === undefined) return { shown: [], hidden: [], isStored: true };
  const meant = attention.filter(({ kind, id }) => kind === done?.kind && (done.id ?? id) === id);
  if (done && meant.length === 0)
    throw new Failure('nothing_to_hide', `Nothing that needs you is '${done.kind}${idOf(done.id)}'`, {
      hint: 'What needs you: outreach status',
    });
  return withStoredLooks(place, async ({ findLook, keepLook }) => {
    const stored: Readonly<Record<string, unknown>> = JSON.parse(findLook(lookName) ?? '{}');
    const isHidden = (item: Attention) => meant.includes(item) || stored[nameOf(item)] === item.state;
    const hidden = attention.filter(isHidden);
    const text = JSON.stringify(Object.fromEntries(hidden.map(entryOf)));
    if (done) keepLook(lookName, text);
    const isStored = done === undefined || findLook(lookName) === text;
    return { shown: attention.filter((item) => !isHidden(item)), hidden, isStored };
  });
}

const lookName = 'status: hidden';
const idOf = (id: string | null | undefined): string => (typeof id === 'string' ? `:${id}` : '');
const nameOf = ({ kind, id }: Attention): string => `${kind}${idOf(id)}`;
const entryOf = (item: Attention) => [nameOf(item), item.state] as const;
