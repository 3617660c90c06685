interface Stretch {
  readonly is: 'same' | 'removed' | 'added';
  readonly text: string;
}

export type WordDiff = (from: string, to: string) => readonly Stretch[];

/** Two texts that differ in more words than this are shown as one that was replaced: to compare them takes seconds. */
const mostEdits = 1500;

/** The one door to the library that compares texts: opened where a text changes. */
export async function openWordDiff(): Promise<WordDiff> {
  const { diffWordsWithSpace } = await import('diff');
  return (from, to) => {
    const found = diffWordsWithSpace(from, to, { maxEditLength: mostEdits });
    if (!found) return stretches(from, to);
    return joined(
      found.map(({ value, added, removed }): Stretch => {
        return { is: added ? 'added' : removed ? 'removed' : 'same', text: value };
      }),
    );
  };
}

function stretches(removed: string, added: string): Stretch[] {
  const found: Stretch[] = [];
  if (removed !== '') found.push({ is: 'removed', text: removed });
  if (added !== '') found.push({ is: 'added', text: added });
  return found;
}

/** A sentence that was replaced is one change, not one for each word: blanks and signs between two changes join them. */
function joined(found: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = [];
  let [removed, added] = ['', ''];
  const close = (same: string) => {
    // A blank at the end of both is no part of the change.
    const blank = removed.endsWith(' ') && added.endsWith(' ') ? ' ' : '';
    const whole = (side: string) => side.slice(0, side.length - blank.length);
    all.push(...stretches(whole(removed), whole(added)));
    if (blank + same !== '') all.push({ is: 'same', text: blank + same });
    [removed, added] = ['', ''];
  };
  for (const [at, { is, text }] of found.entries()) {
    const isLast = at === found.length - 1;
    const isBetween = removed + added !== '' && !isLast && /^[^\p{L}\p{N}\n]*$/u.test(text);
    if (is === 'same' && !isBetween) {
      close(text);
      continue;
    }
    if (is !== 'added') removed += text;
    if (is !== 'removed') added += text;
  }
  close('');
  return all;
}

/** So much of what is the same is shown before and after a change, in characters. */
const around = 48;

/** What is far from a change is left out. Marks say it without colour: `[-old-]{+new+}`; those of the text are escaped. */
export function diffLines(found: readonly Stretch[]): readonly (readonly Stretch[])[] {
  const lines: Stretch[][] = [[]];
  for (const [at, { is, text }] of found.entries()) {
    const shown =
      is === 'same'
        ? shortened(text, at > 0, at < found.length - 1)
        : text.trim() === ''
          ? [text]
          : undefined;
    for (const [index, part] of (shown ?? text.split('\n')).entries()) {
      if (index > 0) lines.push([]);
      if (part === '') continue;
      const plain = part.replaceAll(/\[-|-\]|\{\+|\+\}/g, String.raw`\$&`);
      const marked = is === 'removed' ? `[-${plain}-]` : is === 'added' ? `{+${plain}+}` : plain;
      lines.at(-1)?.push({ is, text: marked });
    }
  }
  return lines;
}

/** The lines next to a change, cut at a blank; all of it where nothing would be saved. */
function shortened(text: string, hasBefore: boolean, hasAfter: boolean): string[] {
  const after = hasBefore ? text.slice(0, around).replace(/\S*$/, '') : '';
  const before = hasAfter ? text.slice(-around).replace(/^\S*/, '') : '';
  const isShort = text.length <= after.length + before.length + around / 2;
  return (isShort ? text : `${after}…${before}`).split('\n');
}
