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

type Value = string | number | bigint | null | undefined;

/**
 * A line of this program, with its values as words of a shell: lineOf`drafts send ${id}`. Undefined where a value is not
 * there or would be read as an option.
 */
export function lineOf(
  text: TemplateStringsArray,
  ...values: readonly (Value | readonly Value[])[]
): string | undefined {
  const words = values.map((value) => wordsOf(Array.isArray(value) ? value : [value]));
  return words.includes(undefined) ? undefined : `outreach ${String.raw({ raw: text }, ...words)}`;
}

/** From an answer anything may come. */
function wordsOf(values: readonly unknown[]): string | undefined {
  const words = values.map((value) =>
    typeof value === 'number' ? `${value}` : typeof value === 'bigint' ? `${value}` : value,
  );
  const sound = words.filter((word) => typeof word === 'string' && /^[^-]/.test(word)) as string[];
  return values.length > 0 && sound.length === values.length ? sound.map(shellWord).join(' ') : undefined;
}

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
