import { command } from '../../cli/declare/command.ts';
import { record } from '../../cli/declare/view.ts';
import { storageIn } from '../../cli/profile/held-key.ts';
import * as s from '../../contract/schema/schema.ts';

export const whoami = command({
  name: 'whoami',
  summary: 'Show which profile, address and key a command would use',
  about:
    'Works offline. It never shows the key, and does not read it from the keychain. To test the key, run `outreach doctor`.',
  uses: [],
  tool: 'read',
  offline: true,
  answer: s.object({
    profile: s.string(),
    target: s.oneOf(['live', 'sandbox']),
    baseUrl: s.string(),
    keySource: s.string(),
    keyStorage: s.oneOf(['file', 'keychain', 'environment', 'built-in']),
    scope: s.oneOf(['read', 'read_write', 'unknown']),
    readOnly: s.boolean(),
  }),
  examples: ['outreach whoami', 'outreach whoami --profile sandbox --json'],
  run({ service, files }) {
    const { profile, target, baseUrl, inProcess, keySource, scope, readOnly } = service.settings;
    return {
      profile,
      target,
      baseUrl: inProcess ? 'in-process' : baseUrl,
      keySource,
      keyStorage: storageIn(files.profiles, { profile, keySource }),
      scope,
      readOnly,
    };
  },
  view: ({ profile, target, baseUrl, keySource, keyStorage, scope, readOnly }) =>
    record(
      ['Profile', profile ?? 'none'],
      ['Target', target === 'live' ? 'LIVE' : 'SANDBOX'],
      ['Base URL', baseUrl, 'id'],
      ['Key from', keySource === 'environment' ? 'OUTREACH_API_KEY' : keySource],
      ['Key saved in', savedIn[keyStorage]],
      ['Scope', scope, 'choice'],
      ['Read-only', readOnly ? 'yes: changes are refused' : undefined],
    ),
});

const savedIn = {
  environment: undefined,
  'built-in': undefined,
  file: 'a file that only you can read',
  keychain: 'the keychain',
};
