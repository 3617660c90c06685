import { pattern } from '../../advice/line-of.ts';

/** The command that lists an area's items. */
const listOfArea: Readonly<Record<string, string>> = {
  leads: 'outreach leads list',
  senders: 'outreach senders list',
  campaigns: 'outreach campaigns list',
  finder: 'outreach finder imports list',
  dfy: 'outreach dfy orders list',
  autopilot: 'outreach autopilot list',
  icps: 'outreach icps list',
  replies: 'outreach replies list',
  drafts: 'outreach drafts list',
  webhooks: 'outreach webhooks list',
  blocklist: 'outreach blocklist list',
  workspaces: 'outreach workspaces list',
  verification: 'outreach verification jobs list',
  placement: 'outreach senders list',
};

/** Reads that have a command of another name than their area's list. */
const ownCommand: Readonly<Record<string, string>> = {
  get: 'get',
  run: 'get',
  transactions: 'transactions',
  tests: 'tests',
};

/** The command that makes a read which shows whether another call worked. */
export function commandOf(read: string): string {
  const [area = '', verb = ''] = read.split('.');
  const own = ownCommand[verb];
  return own === undefined
    ? (listOfArea[area] ?? pattern('api', { target: read }))
    : `outreach ${area} ${own}`;
}

/** Takes an operation or an area. */
export const listFor = (operation: string): string | undefined => listOfArea[operation.split('.')[0] ?? ''];
