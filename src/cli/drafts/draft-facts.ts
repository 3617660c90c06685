import { firstOf } from '../../base/counted.ts';
import type { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { placeholdersIn } from '../../domain/copy/placeholder.ts';
import { parseCopy } from '../../domain/merge-tags.ts';
import { inline } from '../output/text/inline.ts';

type Draft = ItemOf<typeof drafts.list>;

/** How many people get one of them; null where one does not say to whom it goes. */
export function recipientsOf(drafts: readonly Pick<Draft, 'to' | 'cc'>[]): number | null {
  if (drafts.some(({ to }) => (to ?? []).length === 0)) return null;
  return new Set(drafts.flatMap(({ to, cc }) => [...(to ?? []), ...(cc ?? [])])).size;
}

const mostUnfilled = 10;

/** What no one has filled in, which would be sent as it is: placeholders, merge tags and braces. */
export function unfilled({ subject, body }: Pick<Draft, 'subject' | 'body'>): string[] {
  const texts = [subject ?? '', body ?? ''];
  const copies = texts.map((text) => parseCopy(text.replaceAll(/\{\{[^{}\r\n]*\}\}/g, '')));
  const tags = copies.flatMap(({ pieces }) => pieces.flatMap(({ raw, key }) => (key ? [raw] : [])));
  const found = [...new Set([...texts.flatMap((text) => placeholdersIn(text)), ...tags])];
  const named = found.map((text) => inline(text, 60));
  return [
    ...(found.length > 0 ? [`Not filled in, and sent as it is: ${firstOf(named, mostUnfilled)}`] : []),
    ...(copies.some(({ unbalanced }) => unbalanced.length > 0)
      ? ['A brace in it is not part of a merge tag']
      : []),
  ];
}
