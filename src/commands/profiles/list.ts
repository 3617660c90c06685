import { command } from '../../cli/declare/command.ts';
import { table } from '../../cli/declare/view.ts';
import { describe, profileFields } from './describe.ts';

export const list = command({
  name: 'list',
  summary: 'List the profiles of this machine',
  uses: [],
  answer: profileFields,
  local: true,
  examples: ['outreach profiles list', 'outreach profiles list --json'],
  run({ profiles }) {
    const items = profiles.names().map((name) => describe(profiles, name));
    return { items, total: items.length, page: 1, limit: items.length, hasMore: false };
  },
  view: ({ items }) =>
    table(items, [
      ['PROFILE', ({ profile }) => profile],
      ['CHOSEN', ({ chosen }) => (chosen ? 'yes' : '')],
      ['TARGET', ({ target }) => target],
      ['BASE URL', ({ baseUrl }) => baseUrl],
      ['KEY', ({ hasKey }) => (hasKey ? 'yes' : 'no')],
      ['SCOPE', ({ scope }) => scope],
      ['WORKSPACE', ({ workspace }) => workspace],
    ]),
});
