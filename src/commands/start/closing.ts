import type { Findings } from './tour.ts';

/** Where to go from here. */
export const closing = ({ campaignId }: Findings): { say: string; line: readonly string[] }[] => [
  { say: 'The campaign in figures:', line: ['campaigns', 'stats', String(campaignId)] },
  { say: 'Answers to the replies, drafted and waiting for your consent:', line: ['drafts', 'list'] },
  { say: 'The same with an account of your own:', line: ['login'] },
  { say: 'Everything else:', line: ['--help'] },
];
