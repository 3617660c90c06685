interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

interface Mistake {
  readonly offset: number;
  readonly message: string;
}

const notClosed = (open: string, close: string): string =>
  `${open} is not closed by ${close}; a text that begins with ${open} is written in quotes`;
const notInColumn =
  'this line is not indented as the one above; keys beside each other begin in the same column';

/** What the person who wrote the text did wrong, and where: the library says what its grammar expects. */
export function yamlMistake(text: string, { code, message, offset }: YamlError): Mistake {
  const at = (message: string, place = offset): Mistake => ({ message, offset: place });
  const rest = text.slice(offset, offset + 200);
  const line = /^.*/.exec(rest)?.[0] ?? '';
  const quote = /closing (["'])quote/.exec(message)?.[1];
  if (quote !== undefined)
    return at(`${quote} is not closed by another`, text.lastIndexOf(quote, offset - 1));
  const close = /and end with an? ([\]}])/.exec(message)?.[1];
  if (close !== undefined) {
    const open = close === ']' ? '[' : '{';
    return at(notClosed(open, close), opening(text, offset, open, close));
  }
  if (code === 'DUPLICATE_KEY') return at(`the key ${/^[^\s:,\]}]*/.exec(rest)?.[0]} is there twice`);
  if (code === 'TAB_AS_INDENT') return at('there is a tab; YAML is indented with spaces');
  if (code === 'BAD_DQ_ESCAPE')
    return at(`${line.slice(0, 2)} has no meaning in double quotes; a backslash is written twice there`);
  if (message.startsWith('Block scalar header'))
    return at('after | and > the text begins on the next line; quote a text that begins with them');
  if (code === 'MISSING_CHAR' && message.startsWith('Implicit map keys'))
    return at(`after a key comes ": " and its value, as in name: Autumn launch`);
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /:\s/.test(`${line} `))
    return at('a text with ": " in it is written in quotes');
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY')
    return at(notInColumn, text.indexOf('\n', offset) + 1 || offset);
  if (code === 'BAD_INDENT' || isFirstOfLine(text, offset)) return at(notInColumn);
  if (message.includes('at node end'))
    return at('this comes after the end of the value; quote all of it if it belongs to the text');
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(rest))
    return at(`a text that begins with ${rest.charAt(0)} is written in quotes`);
  return at(`this is not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`);
}

/** Where the bracket is that is left open before the offset. */
function opening(text: string, offset: number, open: string, close: string): number {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at--) {
    if (text[at] === close) depth++;
    else if (text[at] === open && depth-- === 0) return at;
  }
  return offset;
}

const isFirstOfLine = (text: string, offset: number): boolean =>
  /(?:^|\n)[ ]*$/.test(text.slice(Math.max(0, offset - 200), offset));
