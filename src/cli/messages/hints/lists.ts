import { pattern } from '../../advice/line-of.ts';

/** What lists the items of an area, where it is not called as the area. */
const otherLists: Readonly<Record<string, string>> = {
  finder: 'finder imports',
  dfy: 'dfy orders',
  verification: 'verification jobs',
  placement: 'senders',
};
const listed: readonly string[] = [
  ...['leads', 'senders', 'campaigns', 'autopilot', 'icps', 'replies', 'drafts', 'webhooks', 'blocklist'],
  'workspaces',
];

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
  return own === undefined ? (listFor(area) ?? pattern('api', { target: read })) : `outreach ${area} ${own}`;
}

/** The command that lists the items of an area, or of that of an operation. */
export function listFor(operation: string): string | undefined {
  const [area = ''] = operation.split('.');
  const nouns = otherLists[area] ?? (listed.includes(area) ? area : undefined);
  return nouns && `outreach ${nouns} list`;
}
