/** Where an event was read; null for the line where it is a whole file. */
export interface EventPlace {
  readonly file: string;
  readonly line: number | null;
}

/** A line that is not an event, or tells nothing that can be used, and why. */
export interface UnreadEvent extends EventPlace {
  readonly reason: string;
}

/** For messages. */
export const placeOf = ({ file, line }: EventPlace): string =>
  line === null ? file : `${file}, line ${line}`;
