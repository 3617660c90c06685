import { fields } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { record } from '../../cli/declare/view.ts';

export const whoami = command({
  name: 'whoami',
  summary: 'Show which profile, address and key a command would use',
  about: 'Works offline and never shows the key. To test the key, run `outreach doctor`.',
  uses: [],
  tool: 'read',
  offline: true,
  answer: fields('profile target baseUrl keySource scope readOnly'),
  examples: ['outreach whoami', 'outreach whoami --profile sandbox --json'],
  run: ({ settings: { profile, target, baseUrl, inProcess, keySource, scope, readOnly } }) => ({
    profile,
    target,
    baseUrl: inProcess ? 'in-process' : baseUrl,
    keySource,
    scope,
    readOnly,
  }),
  view: ({ profile, target, baseUrl, keySource, scope, readOnly }) =>
    record(
      ['Profile', profile ?? 'none'],
      ['Target', target === 'live' ? 'LIVE' : 'SANDBOX'],
      ['Base URL', baseUrl, 'id'],
      ['Key from', keySource === 'environment' ? 'OUTREACH_API_KEY' : keySource],
      ['Scope', scope],
      ['Read-only', readOnly ? 'yes, calls that change something are refused' : undefined],
    ),
});
