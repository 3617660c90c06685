/** A command line that gives the same arguments when it is pasted into a shell. */
export function commandLine(argv: readonly string[]): string {
  return ['outreach', ...argv.map(shellWord)].join(' ');
}

/** A word as a shell reads it back. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : /^[\w@%+=:,./ -]+$/.test(word)
      ? `"${word}"`
      : `'${word.replaceAll("'", `'\\''`)}'`;

/** The same line with one word in another's place, for a correction that can be pasted. */
export function corrected(argv: readonly string[], wrong: string, right: string): string {
  const at = argv.findIndex((word) => word === wrong || word.startsWith(`${wrong}=`));
  if (at < 0) return commandLine(argv);
  const word = argv[at] ?? '';
  return commandLine(argv.with(at, right + word.slice(wrong.length)));
}
