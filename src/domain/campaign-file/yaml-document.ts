/** Where something is in a file, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface FileProblem extends Place {
  readonly message: string;
}

/** A value of a YAML text, with its place. The source of a scalar is what was written, without quotes. */
export type YamlNode = Place &
  (
    | { readonly kind: 'map'; readonly entries: readonly YamlEntry[] }
    | { readonly kind: 'list'; readonly items: readonly YamlNode[] }
    | {
        readonly kind: 'scalar';
        readonly value: string | number | boolean | null;
        readonly source: string;
        readonly isQuoted: boolean;
      }
  );

export interface YamlEntry extends Place {
  readonly key: string;
  readonly value: YamlNode;
}

/** One YAML text. Reading it never throws: what is wrong is a problem. */
export interface YamlDocument {
  /** Undefined where the text holds nothing, or so that it cannot be read; else it is there beside problems. */
  readonly root: YamlNode | undefined;
  readonly problems: readonly FileProblem[];
  /** The same text with these values in place of those that are there, keys in order; comments and layout stay. */
  edited(changes: readonly YamlChange[]): string;
}

export interface YamlChange {
  /** `['schedule', 'days']`. */
  readonly path: readonly string[];
  /** Undefined takes the key away. */
  readonly value: string | number | boolean | readonly string[] | undefined;
}

/** Lines are counted from the first of the whole file. */
export type ParseYaml = (text: string, firstLine: number) => YamlDocument;

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
  if (isPlain) return value;
  return JSON.stringify(value).replaceAll(
    unseen,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
