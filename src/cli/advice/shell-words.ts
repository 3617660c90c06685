/** A command line that gives the same arguments when it is pasted into a shell. */
export function commandLine(argv: readonly string[]): string {
  return ['outreach', ...argv.map(shellWord)].join(' ');
}

/** What no shell reads in its own way: PowerShell takes `a,b` for a list, and `@a` for a variable. */
const plain = /^(?!@)[\w@%+=:./-]+$/;
/** What double quotes hold as it is, in sh, cmd and PowerShell. For the last, curly quotes are quotes. */
const inDouble = /^(?:[^"$`!\\“”„]|\\(?![\\"$`!“”„\n]|$))+/;
/** What single quotes hold as it is in sh and PowerShell, and is not an operator in cmd, which has no such quotes. */
const inSingle = /^[^'‘’‚‛&|<>^]+/;

/** A word as a shell reads it back; as all of them do where it can be in double quotes. */
export function shellWord(word: string): string {
  if (plain.test(word)) return word;
  let quoted = '';
  for (let rest = word; rest !== ''; ) {
    const [double = ''] = inDouble.exec(rest) ?? [];
    const [single = ''] = inSingle.exec(rest) ?? [];
    quoted += double.length >= single.length ? `"${double}"` : `'${single}'`;
    rest = rest.slice(Math.max(double.length, single.length));
  }
  return quoted || '""';
}

/** A command as `less -R` has it in a variable, with quotes around what holds blanks; no shell is started. */
export const wordsIn = (text: string): string[] =>
  (text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );

/** The same line with other words in the place of one, for a correction that can be pasted. */
export function corrected(argv: readonly string[], wrong: string, right: string): string {
  const at = argv.findIndex((word) => word === wrong || word.startsWith(`${wrong}=`));
  if (at < 0) return commandLine(argv);
  const word = argv[at] ?? '';
  const words = right.split(' ');
  return commandLine([
    ...argv.slice(0, at),
    ...words.slice(0, -1),
    `${words.at(-1)}${word.slice(wrong.length)}`,
    ...argv.slice(at + 1),
  ]);
}
