interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

const openings: Readonly<Record<string, string>> = { ']': '[', '}': '{' };
const notInColumn =
  'this line is not indented as the one above; keys beside each other begin in the same column';

/** What the person who wrote the text did wrong, and where: the library says what its grammar expects. */
export function yamlMistake(text: string, { code, message, offset }: YamlError) {
  const at = (message: string, place = offset) => ({ message, offset: place });
  const rest = text.slice(offset, offset + 200);
  const line = /^.*/.exec(rest)?.[0] ?? '';
  const close = /closing (["'])quote|and end with an? ([\]}])/.exec(message)?.slice(1).find(Boolean);
  if (close !== undefined) {
    const open = openings[close] ?? close;
    return at(
      `${open} is not closed; a text that begins with ${open} is written in quotes`,
      text.lastIndexOf(open, offset - 1),
    );
  }
  if (code === 'DUPLICATE_KEY') return at(`the key ${/^[^\s:,\]}]*/.exec(rest)?.[0]} is there twice`);
  if (code === 'TAB_AS_INDENT') return at('there is a tab; YAML is indented with spaces');
  if (code === 'MISSING_CHAR' && message.startsWith('Implicit map keys'))
    return at(`after a key comes ": " and its value, as in name: Autumn launch`);
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /:\s/.test(`${line} `))
    return at('a text with ": " in it is written in quotes');
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY')
    return at(notInColumn, text.indexOf('\n', offset) + 1 || offset);
  const isFirstOfLine = /(?:^|\n)[ ]*$/.test(text.slice(Math.max(0, offset - 200), offset));
  if (code === 'BAD_INDENT' || isFirstOfLine) return at(notInColumn);
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(rest))
    return at(`a text that begins with ${rest.charAt(0)} is written in quotes`);
  return at(`this is not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`);
}
