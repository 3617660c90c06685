import { cellIn, type View } from '../../declare/view.ts';
import { tsvLine } from '../formats/tsv.ts';
import { plainValue } from '../text/raw-text.ts';

/**
 * A view for a pipe: one datum, one line, nothing cut or wrapped, no colour. Tables give their cells, after a line with the
 * names of the columns where that is asked for, records and charts label and value. Prose and headings are for people: see {@link proseLines}.
 */
export function* plainLines(view: View, header = false): Iterable<string> {
  switch (view.kind) {
    case 'table':
      if (header) yield tsvLine(view.columns.map(([name]) => name));
      for (const row of view.rows)
        yield tsvLine(view.columns.map((column) => plainValue(cellIn(row, column))));
      return;
    case 'record':
      for (const [label, value] of view.fields)
        if (value !== undefined) yield tsvLine([label, plainValue(value)]);
      return;
    case 'bars':
    case 'columns':
      for (const { label, value, note } of view.kind === 'bars' ? view.bars : view.days)
        yield tsvLine(note === undefined ? [label, value] : [label, value, note]);
      return;
    case 'tasks':
      for (const { text, command } of view.tasks) yield tsvLine([text, command]);
      return;
    case 'quote':
      yield tsvLine([view.text]);
      return;
    case 'verbatim':
      yield view.text.endsWith('\n') ? view.text : `${view.text}\n`;
      return;
    case 'text':
    case 'heading':
    case 'with-commands':
    case 'outline':
      return;
    case 'stack':
      for (const inner of view.inPipe ? [view.inPipe] : view.views) yield* plainLines(inner, header);
  }
}

/** Our own sentences in a view, which in a pipe go to stderr. */
export function proseLines(view: View): string[] {
  if (view.kind === 'text') return [...view.lines];
  if (view.kind !== 'stack') return [];
  return view.inPipe ? proseLines(view.inPipe) : view.views.flatMap(proseLines);
}
