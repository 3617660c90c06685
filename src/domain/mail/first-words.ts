/** What a person wrote, in one line: without the quoted mail below it and the line that announces it. */
export function firstWords(body: string | null | undefined): string {
  const lines = (body ?? '').split(/\r\n|\r|\n/);
  const own: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (at > 0 && ending.test(line)) break;
    if (!line.startsWith('>')) own.push(line);
  }
  return [...own.join(' ').replaceAll(/\s+/g, ' ').trim()].slice(0, longest).join('');
}

/** More than a terminal has room for. */
const longest = 240;

const ending = /^(?:--\s*|_{5,}|-{3}.*-{3}|(?:On|Am|Le|El|Il|Op|Em)\b.*:\s*)$/;
