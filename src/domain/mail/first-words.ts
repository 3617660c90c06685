/** What a person wrote, in one line: without the quoted mail below it and the line that announces it. */
export function firstWords(body: string | null | undefined): string {
  const lines = (body ?? '').split(/\r\n|\r|\n/);
  const end = lines.findIndex((line, at) => at > 0 && isEnd(line));
  const own = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !line.startsWith('>'));
  return [...own.join(' ').replaceAll(/\s+/g, ' ').trim()].slice(0, longest).join('');
}

/** More than a terminal has room for. */
const longest = 240;

const isEnd = (line: string): boolean =>
  /^(?:--\s*|_{5,}|-{3}.*-{3})$/.test(line) || /^(?:On|Am|Le|El|Il|Op|Em)\b.*:\s*$/.test(line);
