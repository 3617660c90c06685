import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
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

/** By kind and id, the state in which each was hidden. */
export type Hidden = Readonly<Record<string, string>>;

interface HidingOptions {
  readonly before: Hidden;
  readonly done: Done | undefined;
  /** False: what was not found may be there all the same. */
  readonly isWhole: boolean;
}

/** Leaves out what is hidden here and has not changed; hides `done` first. Throws `conflict` where that is nothing. */
export function partHidden(attention: readonly Attention[], { before, done, isWhole }: HidingOptions) {
  const meant = attention.filter(({ kind, id }) => kind === done?.kind && (done.id ?? id) === id);
  if (done && meant.length === 0)
    throw new Failure('nothing_to_hide', `Nothing that needs you is '${done.kind}${idOf(done.id)}'`, {
      hint: 'What needs you: outreach status',
    });
  const isHidden = (item: Attention) => meant.includes(item) || before[nameOf(item)] === item.state;
  const hidden = attention.filter(isHidden);
  return {
    attention: attention.filter((item) => !isHidden(item)),
    hidden,
    /** To be stored. What is gone shows when it comes back. */
    states: {
      ...(isWhole ? {} : before),
      ...Object.fromEntries(hidden.map((item) => [nameOf(item), item.state])),
    },
  };
}

const idOf = (id: string | null | undefined): string => (typeof id === 'string' ? `:${id}` : '');
const nameOf = ({ kind, id }: Attention): string => `${kind}${idOf(id)}`;
