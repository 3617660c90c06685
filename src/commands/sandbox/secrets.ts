import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import * as s from '../../contract/schema/schema.ts';
import { openSandbox } from './open-sandbox.ts';

export const secrets = command({
  name: 'secrets',
  summary: 'Show the webhook signing secrets of the sandbox',
  about:
    'A live service shows and rotates its secrets only in the app. For the sandbox, use this command. The secrets work only in the sandbox.',
  uses: [],
  tool: { never: 'shows a secret' },
  answer: s.array(
    s.object({
      webhookId: s.id(),
      ...s.each(['type', 'url'], s.string()),
      workspaceId: s.id(),
      secret: s.string(),
    }),
  ),
  local: true,
  fails: ['not-found'],
  args: {
    webhook: opt.int('only the secret of this webhook', { min: 1, hint: 'id', names: 'webhooks' }),
    rotate: opt.flag('with --webhook: create a new secret, which signs all later deliveries'),
  },
  examples: [
    'outreach sandbox secrets',
    'outreach sandbox secrets --webhook 1 --json',
    'outreach sandbox secrets --webhook 1 --rotate',
  ],
  async run(context, { webhook, rotate }) {
    if (rotate && webhook === undefined)
      throw new Failure('missing_argument', '--rotate needs --webhook', {
        hint: say`For example: ${advise('sandbox secrets', { webhook: 1, rotate: true })}`,
      });
    const [{ sandbox }, { listSecrets, rotateSecret }] = await Promise.all([
      openSandbox(context),
      import('../../sandbox/deliveries/secrets.ts'),
    ]);
    if (rotate && webhook !== undefined) rotateSecret(sandbox.state, webhook);
    const items = listSecrets(sandbox.state).filter(
      ({ webhookId }) => webhook === undefined || webhookId === webhook,
    );
    if (webhook !== undefined && items.length === 0)
      throw new Failure('not_found', `there is no webhook ${webhook} in the sandbox`, {
        hint: say`See: ${advise('sandbox secrets')}`,
      });
    return onePage(items);
  },
  table: [
    ['Webhook', 'webhookId', 'id'],
    ['Type', 'type', 'id', 3],
    ['URL', 'url', 'id', 4],
    ['Workspace', 'workspaceId', 'id', 9],
    ['Secret', 'secret', 'secret'],
  ],
  empty: `No webhooks yet. To create one: ${pattern('webhooks create')}`,
});
