type Library = typeof import('@inquirer/core');

export interface Question {
  readonly message: string;
  readonly default: boolean;
  readonly theme?: object;
  /** Drops what arrives until the keyboard is quiet: the rest of a paste answers nothing. */
  dropPaste(): void;
}

export const wrongAnswer = 'Type y or n.';

/** What follows a question; Enter alone gives the fallback, and No goes without saying. */
export const askedFor = (fallback: boolean): string => `Type y or n${fallback ? ' (Enter: y)' : ''}:`;

/** The library's own question keeps a wrong answer in its line, so that a `y` after it reads `maybey`. */
export async function loadConfirm() {
  const library = await import('@inquirer/core');
  return library.createPrompt<boolean, Question>((question, done) => draw(library, question, done));
}

function draw(
  { isEnterKey, makeTheme, useKeypress, usePrefix, useState }: Library,
  question: Question,
  done: (answer: boolean) => void,
): [string, string] {
  const [status, setStatus] = useState<'idle' | 'done'>('idle');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [isPasted, setPasted] = useState(false);
  const theme = makeTheme(question.theme);
  // An answer is no success yet: what it agrees to may fail, or come too late.
  const prefix = usePrefix({ status: 'idle', theme });

  const refuse = () => {
    setTyped('');
    setProblem(wrongAnswer);
    setPasted(true);
    setImmediate(() => setPasted(false));
    question.dropPaste();
  };
  useKeypress((key, line) => {
    if (status !== 'idle') return;
    if (isPasted) return line.clearLine(0);
    if (!isEnterKey(key)) {
      setProblem('');
      return setTyped(line.line);
    }
    const answer = typed.trim() === '' ? question.default : meaningOf(typed);
    if (answer === undefined) return refuse();
    setTyped(answer ? 'Yes' : 'No');
    setStatus('done');
    done(answer);
  });

  const shown = status === 'done' ? theme.style.answer(typed) : `${askedFor(question.default)} ${typed}`;
  return [
    `${prefix} ${theme.style.message(question.message, status)} ${shown}`,
    problem && theme.style.error(problem),
  ];
}

/** What a word means, also one of which only the beginning was typed. */
export function meaningOf(typed: string): boolean | undefined {
  const word = typed.trim().toLowerCase();
  if (word === '') return undefined;
  return 'yes'.startsWith(word) ? true : 'no'.startsWith(word) ? false : undefined;
}
