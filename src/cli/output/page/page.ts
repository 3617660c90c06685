import { heading, stack, text, type View, type ViewOf } from '../../declare/view.ts';

/** What all writers of pages can draw. A record of figures alone becomes a row of figures. */
export type Block = ViewOf<'record' | 'table' | 'bars' | 'columns' | 'text'>;

export interface Section {
  readonly heading?: string | undefined;
  readonly blocks: readonly Block[];
}

/** A report as plain data, for a terminal, a browser or a chat. The writers escape every text of it. */
export interface Page {
  readonly title: string;
  /** What it is about: a campaign, a period. */
  readonly subtitle?: string | undefined;
  readonly sections: readonly Section[];
  readonly footnotes?: readonly string[];
}

/** At a terminal the command line says what it is: no title. */
export const pageView = ({ sections, footnotes = [] }: Page): View =>
  stack(
    ...sections.flatMap(({ heading: title, blocks }) => [
      ...(title === undefined ? [] : [heading(title)]),
      ...blocks,
    ]),
    ...footnotes.map(text),
  );
