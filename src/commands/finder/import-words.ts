import type { endReasons, importErrors, skipReasons } from '../../contract/areas/finder.ts';

type Word =
  | (typeof skipReasons)[number]
  | (typeof endReasons)[number]
  | (typeof importErrors)[number]
  | 'selected'
  | 'first_n';

/** What a person reads for the words of the service. */
const words: Readonly<Record<Word, string>> = {
  // Why people were skipped.
  already_in_workspace: 'already in the workspace',
  blocklisted: 'on the blocklist',
  reveal_returned_no_address: 'no address found',
  consumer_mailbox: 'personal mailbox',
  invalid_email: 'invalid address',
  contact_cap_reached: 'contact limit reached',
  // How an import ended.
  requested_reached: 'the requested number was reached',
  all_selected: 'all selected people were tried',
  audience_exhausted: 'no more people match',
  fetch_limit: 'tried as many people as one import can; the next one continues',
  canceled: 'canceled',
  // Why it failed.
  insufficient_credits: 'not enough credits',
  results_expired: 'the search results have expired',
  budget_exhausted: 'the allowance is used up',
  provider_blocked: 'the data provider refused',
  provider_unavailable: 'the data provider is not available',
  rate_limited: 'too many requests',
  invalid_filters: 'a filter is not valid',
  campaign_not_found: 'the campaign does not exist',
  internal: 'an error of the service',
  // Which people.
  selected: 'selected people',
  first_n: 'first matches',
};

/** A word that is not known is shown as it is. */
export const inWords = (word: string): string => (Object.hasOwn(words, word) ? words[word as Word] : word);
