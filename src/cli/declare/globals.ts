import type { World } from './world.ts';

/** The options that every command takes, after parsing. */
export interface Globals {
  profile: string | undefined;
  json: boolean;
  ndjson: boolean;
  csv: boolean;
  fields: string[] | undefined;
  quiet: boolean;
  noColor: boolean;
  noInput: boolean;
  debug: boolean;
  /** Milliseconds for the whole command. */
  timeout: number | undefined;
  dryRun: boolean;
  yes: boolean;
  maxCredits: number | undefined;
  maxUsd: number | undefined;
  maxRecipients: number | undefined;
  /** What a credit, and a check of an address, costs where no call says so. */
  usdPerCredit: number | undefined;
  usdPerCheck: number | undefined;
  /** The name under which a call is made once and for ever. */
  once: string | undefined;
  /** A journal that only this machine has is enough for it, also under CI. */
  onceLocal: boolean;
  /** The same thing twice is meant. */
  again: boolean;
  page: number | undefined;
  limit: number | undefined;
  all: boolean;
  /** A field, and `:desc` where the largest comes first. */
  sort: string | undefined;
  /** In a pipe a list begins with the names of its columns. */
  header: boolean;
  /** Days and hours of the line are those of UTC. */
  utc: boolean;
  wait: boolean | undefined;
  waitTimeout: number | undefined;
  interval: number | undefined;
  /** A live target is demanded: the sandbox is refused. */
  live: boolean;
  /** Output at a terminal is read in a pager. */
  pager: boolean;
}

/** `--json`, indented in a pipe as well. */
export const prettyWord = '--json=pretty';

/** A person reads the result, and what is said beside it: the mark of the target and `Next:` are for people alone. */
export const isForPeople = (
  { stdout, stderr }: Pick<World, 'stdout' | 'stderr'>,
  { quiet, json, ndjson, csv }: Pick<Globals, 'quiet' | 'json' | 'ndjson' | 'csv'>,
): boolean => stdout.isTTY === true && stderr.isTTY === true && !(quiet || json || ndjson || csv);
