import type { Verbs } from '../../cli/declare/command.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { ensure } from './ensure.ts';
import { list } from './list.ts';
import { listen } from './listen.ts';
import { replay } from './replay.ts';
import { disable, enable } from './switching.ts';
import { trigger } from './trigger.ts';
import { update } from './update.ts';
import { verify } from './verify.ts';

export const group: Verbs = {
  commands: [list, create, ensure, update, enable, disable, remove, listen, verify, trigger, replay],
  examples: [
    'outreach webhooks create --url https://hooks.acme.com/in --type EmailReply',
    'outreach webhooks list',
    'outreach webhooks listen --port 4000 --forward-to http://127.0.0.1:3000/hooks --secret-file secret.txt',
    'outreach webhooks delete 1',
  ],
};
