import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import type { StoredLooks } from '../../cli/answer/stored-looks.ts';
import { type Attention, type AttentionKind, attentionKinds } from '../../domain/attention/attention.ts';
import type { SeenWebhooks } from '../../domain/attention/webhook-concerns.ts';

/** What looks of this machine at an account remember for the next one. No text of others is in it. */
export interface Looks {
  readonly webhooks: SeenWebhooks;
  /** By campaign. The pauses of a sequence hold while the campaign was not changed. */
  readonly sequences: Readonly<
    Record<string, { readonly updatedAt: string | null; readonly delays: readonly number[] }>
  >;
  /** By kind and id, the state in which each was hidden. */
  readonly hidden: Readonly<Record<string, string>>;
}

const name = 'status';

export function findLooks(stored: StoredLooks): Looks {
  const looks = JSON.parse(stored.findLook(name) ?? '{}') as Partial<Looks>;
  const { webhooks = {}, sequences = {}, hidden = {} } = looks;
  return { webhooks, sequences, hidden };
}

/** Whether it is stored: a home that cannot be written keeps nothing. */
export function keepLooks(stored: StoredLooks, before: Looks, looks: Looks): boolean {
  const text = JSON.stringify(looks);
  if (text === JSON.stringify(before)) return true;
  stored.keepLook(name, text);
  return stored.findLook(name) === text;
}

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

interface HidingOptions {
  readonly before: Looks['hidden'];
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
  const shown: Attention[] = [];
  const hidden: Attention[] = [];
  /** To be stored. What is gone shows when it comes back. */
  const states = isWhole ? {} : { ...before };
  for (const item of attention) {
    const name = nameOf(item);
    if (meant.includes(item) || before[name] === item.state) {
      hidden.push(item);
      states[name] = item.state;
    } else shown.push(item);
  }
  return { attention: shown, hidden, states };
}

const idOf = (id: string | null | undefined): string => (typeof id === 'string' ? `:${id}` : '');
const nameOf = ({ kind, id }: Attention): string => `${kind}${idOf(id)}`;
