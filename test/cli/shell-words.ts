/** The words of the first outreach command in a line, as a shell would hand them over. */
export function outreachWords(line: string): string[] {
  const tokens = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const start = tokens.findIndex((token) => token.replace(/^<\(/, '') === 'outreach');
  const words: string[] = [];
  for (const token of tokens.slice(start + 1)) {
    if (/^(\||\|\||&&|;|[<>]+)$/.test(token)) break;
    words.push(token.replace(/(?<=^[^'"]*)\)$/, '').replace(/'([^']*)'|"([^"]*)"/g, (_, a, b) => a ?? b));
  }
  return words;
}
