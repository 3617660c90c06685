import { operations } from './index.ts';

/** Nobody knows what the fields of a call are that the contract does not have, but by these names they are secrets. */
export const secretFields: readonly string[] = [
  ...new Set(operations.flatMap((operation) => operation.secrets ?? [])),
];
