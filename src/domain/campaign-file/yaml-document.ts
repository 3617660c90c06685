/** Where something is in a file, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a file, and where. */
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
        /** Put together from text and values. */
        readonly isComposed?: boolean;
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
