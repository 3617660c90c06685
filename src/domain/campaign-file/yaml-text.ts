/** Reads back as the same text, also between brackets, in every version of YAML. */
const plain = /^\p{L}(?:[\p{L}\p{N} ._/@+'’!&()-]*[\p{L}\p{N}!)])?$/u;
const word = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const hour = /^\d\d:\d\d$/;

/** What an editor does not show, or shows in another order. What joins emoji and letters stays. */
const unseen =
  /[\u007f-\u009f\u00a0\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff]/g;

/** A value of the front matter, in one line. */
export function yamlText(value: string | number | boolean | readonly string[]): string {
  if (typeof value === 'object') return `[${value.map(yamlText).join(', ')}]`;
  if (typeof value !== 'string') return String(value);
  const isPlain = (plain.test(value) && !word.test(value)) || hour.test(value);
  return isPlain ? value : JSON.stringify(value).replaceAll(unseen, escaped);
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
