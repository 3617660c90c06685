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

/** The first characters of every page that this program writes: what begins so may be replaced by a newer one. */
export const pageBegins =
  '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta name="generator" content="outreach">';

/** At a terminal the command line says what it is: no title. */
export function pageView({ sections, footnotes = [] }: Page): View {
  const views: View[] = [];
  for (const { heading: title, blocks } of sections) {
    if (title !== undefined) views.push(heading(title));
    views.push(...blocks);
  }
  for (const note of footnotes) views.push(text(note));
  return stack(...views);
}
