/** Undefined where it is JSON. The parser's words quote the text, which may hold a key: the longest beginning is sought. */
export function jsonProblemAt(text: string): number | undefined {
  if (verdict(text) === 'json') return undefined;
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (verdict(text.slice(0, middle)) === 'wrong') bad = middle;
    else good = middle;
  }
  return good;
}

function verdict(text: string): 'json' | 'unfinished' | 'wrong' {
  try {
    JSON.parse(text);
    return 'json';
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = /at position (\d+)/.exec(message)?.[1];
    return /end of JSON|^Unterminated string/.test(message) || Number(position) === text.length
      ? 'unfinished'
      : 'wrong';
  }
}
