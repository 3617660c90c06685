/** The rows of a `.tsv` file. Its first line names the columns; `\n` in a cell is a line break. */
export function dataTable<const Column extends string>(
  text: string,
  columns: readonly Column[],
): Readonly<Record<Column, string>>[] {
  const [header = '', ...lines] = text.replace(/\n$/, '').split('\n');
  if (header !== columns.join('\t')) throw new Error(`The table has other columns: ${header}`);
  return lines.map((line) => {
    const cells = line.split('\t').map((cell) => cell.replaceAll('\\n', '\n'));
    return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) as Record<Column, string>;
  });
}
