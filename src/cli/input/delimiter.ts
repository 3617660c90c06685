export const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter that splits the header line into most columns; a comma where none does. */
export function detectDelimiter(text: string): string {
  const header = firstRecord(text);
  let best: string = ',';
  let most = 0;
  for (const delimiter of delimiters) {
    const count = header.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

/** The text up to the first line break outside of quotes, with quoted parts removed. */
function firstRecord(text: string): string {
  return (
    text
      .slice(0, 65_536)
      .replaceAll(/"(?:[^"]|"")*"/g, '""')
      .match(/^[^\r\n]*/)?.[0] ?? ''
  );
}

/** Sample length for detecting the delimiter, and whether the first line is JSON. */
const enough = 128 * 1024;

export async function beginningOf(text: AsyncIterable<string>): Promise<string> {
  let beginning = '';
  for await (const piece of text) {
    beginning += piece;
    if (beginning.length >= enough) break;
  }
  return beginning;
}
