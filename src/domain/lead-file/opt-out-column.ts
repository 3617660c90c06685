import { sayingsIn } from '../address/status-column.ts';

/** The custom variable of a lead that says that the person wants no more email. */
export const optOutIn = (variables: object): string | undefined =>
  sayingsIn(variables).find(([, saying]) => saying === 'out')?.[0];
