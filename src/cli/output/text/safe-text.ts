/**
 * The one place where text becomes fit for a terminal. Whatever could move the cursor, hide, reorder or imitate is
 * shown as a visible escape (`^[`, `\u{9b}`), never dropped: dropping hides the evidence and can join what was apart.
 */
declare const brand: unique symbol;
/** Text that holds nothing but visible characters, spaces and, as a block, line feeds. Our own colours may be in it. */
export type Safe = string & { readonly [brand]: true };

const plain = /^[ -~]*$/;

/** Made at the first text that is not plain ASCII: the character tables behind these take milliseconds to load. */
let made: ReturnType<typeof makePatterns> | undefined;
const patterns = () => {
  made ??= makePatterns();
  return made;
};

const makePatterns = () => {
  /** Scripts whose letters change shape around a joiner. */
  const joining = [
    ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'],
    ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
  ]
    .map((script) => `\\p{scx=${script}}`)
    .join('');
  return {
    /** Everything without a shape of its own: controls, formats, surrogates, separators, fillers, selectors, tags. */
    hidden: /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu,
    joiningBefore: new RegExp(`[${joining}]$`, 'u'),
    joiningAfter: new RegExp(`^[${joining}]`, 'u'),
    emojiBefore: /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})$/u,
    emojiAfter: /^\p{Extended_Pictographic}/u,
    emojiBase: /\p{Emoji}$/u,
    hanBase: /\p{Script=Han}$/u,
    // More marks on one letter than any language writes, and longer emoji chains than exist: both spill over the line.
    markPile: /\p{M}{9,}/gu,
    emojiChain: /(?:\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*\u200d){5,}/gu,
    leadingMark: /(^|\n)(?=\p{M})/gu,
  };
};
const markLimit = 8;

/** One line: a line break becomes a visible sign, a tab a space. It takes one argument alone: lists are mapped by it. */
export function safeLine(text: string): Safe {
  if (plain.test(text)) return text as Safe;
  return neutralise(text.replaceAll('\t', ' ').replaceAll(/\r?\n/g, '␊'));
}

/** Several lines: line feeds stay, tabs become spaces. */
export function safeBlock(text: string): Safe {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n');
  return lines.map((line) => neutralise(line)).join('\n') as Safe;
}

/** Puts safe parts together; the literal parts are ours. */
export function safe(literals: TemplateStringsArray, ...parts: readonly (Safe | number)[]): Safe {
  return String.raw({ raw: literals }, ...parts) as Safe;
}

function neutralise(line: string): Safe {
  if (plain.test(line)) return line as Safe;
  const { emojiChain, hidden, leadingMark, markPile } = patterns();
  return line
    .replace(emojiChain, (chain) => chain.replaceAll('\u200d', escaped('\u200d')))
    .replace(hidden, (char, at: number, whole: string) => {
      const end = at + char.length;
      // The few code units around it that can matter.
      const isPart = belongs(char, whole.slice(Math.max(0, at - 4), at), whole.slice(end, end + 2));
      return isPart ? char : escaped(char);
    })
    .replace(
      markPile,
      (pile) => `${[...pile].slice(0, markLimit).join('')}[+${[...pile].length - markLimit}]`,
    )
    .replace(leadingMark, '$1◌') as Safe;
}

function belongs(char: string, previous: string, next: string): boolean {
  const { emojiAfter, emojiBase, emojiBefore, hanBase, joiningAfter, joiningBefore } = patterns();
  if (char === '\u200c' || char === '\u200d') {
    if (joiningBefore.test(previous) && joiningAfter.test(next)) return true;
    return char === '\u200d' && emojiBefore.test(previous) && emojiAfter.test(next);
  }
  if (char === '\ufe0f' || char === '\ufe0e') return emojiBase.test(previous);
  // Variants of one ideograph, as Japanese names need them.
  if (/[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(char)) return hanBase.test(previous);
  return false;
}

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  if (code === 0x7f) return '^?';
  return `\\u{${code.toString(16)}}`;
}

const harmless = /^[\n -~]*$/;
const silent =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff]|[\u{e0000}-\u{e007f}]/gu;

/**
 * The same data in a JSON document, without a character that acts on a terminal: each becomes `\uXXXX`, which a parser
 * reads back. Tabs and line feeds stay, since outside of strings they are only layout.
 */
export function jsonSafe(document: string): string {
  if (harmless.test(document)) return document;
  return document.replace(silent, (char) => char.split('').map(jsonEscape).join(''));
}

/** A UTF-16 unit as `\uXXXX`. */
export const jsonEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
