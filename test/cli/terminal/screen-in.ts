/** The lines of the last screen that was drawn, as a person sees them; undefined before the first one and after the last. */
export function screenIn(told: string): readonly string[] | undefined {
  const begin = told.lastIndexOf('\u001b[1;1H');
  if (begin < 0 || told.indexOf('\u001b[?1049l', begin) >= 0) return undefined;
  const lines: string[] = [];
  for (const [, row, text = ''] of told
    .slice(begin)
    .matchAll(/\u001b\[(\d+);1H([^\u0007]*?)(?=\u001b\[\d+;1H|$)/g))
    lines[Number(row) - 1] = withoutColours(text);
  return lines;
}

const withoutColours = (text: string): string => text.replaceAll(/\u001b\[[?\d;]*[A-Za-z]/g, '').trimEnd();
