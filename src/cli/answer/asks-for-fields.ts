/** Does the line ask which fields there are? What follows `--` belongs to another program. */
export function asksForFields(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  return own.some((word, at) => word === '--fields=help' || (word === '--fields' && own[at + 1] === 'help'));
}
