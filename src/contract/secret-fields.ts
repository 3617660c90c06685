import { operations } from './index.ts';

/** The fields of a call that is not in the contract are unknown; under these names they are secrets. */
export const secretFields: readonly string[] = [
  ...new Set(operations.flatMap((operation) => operation.secrets ?? [])),
];
