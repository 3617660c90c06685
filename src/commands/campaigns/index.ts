import type { Verbs } from '../../cli/declare/command.ts';
import { apply } from './files/apply/apply.ts';
import { diff, plan } from './files/plan.ts';
import { pull } from './files/pull.ts';
import { sequence } from './files/sequence.ts';
import { guard } from './guard/guard.ts';
import { health } from './health.ts';
import { check } from './launch/check.ts';
import { forecast } from './launch/forecast.ts';
import { preview } from './launch/preview.ts';
import { why } from './launch/why.ts';
import { list } from './list.ts';
import { pause } from './pause.ts';
import { resume } from './resume.ts';
import { schedule } from './schedule.ts';
import { senders } from './senders.ts';
import { create, get, update } from './settings.ts';
import { stats } from './stats/stats.ts';

export const group: Verbs = {
  commands: [
    list,
    get,
    create,
    update,
    check,
    preview,
    forecast,
    pause,
    resume,
    schedule,
    health,
    why,
    guard,
    stats,
    pull,
    plan,
    diff,
    apply,
  ],
  groups: [sequence, senders],
  impossible: [
    {
      words: ['delete', 'remove', 'rm', 'archive'],
      what: 'delete a campaign',
      instead:
        'Pause it; it then sends nothing: outreach campaigns pause <campaign>. Delete it in the app, if the app offers that',
    },
    {
      words: ['send-test', 'test', 'test-email', 'test-send'],
      what: 'send a test email to you',
      instead:
        'See the emails as a lead would get them: outreach campaigns preview <campaign>. To receive them, put your own address into a campaign of its own and start that',
    },
    {
      words: ['remove-lead', 'remove-leads', 'detach-lead'],
      what: 'take a lead out of a campaign',
      instead:
        'Block it, so that no new email is scheduled: outreach blocklist add <address>. Then delete it, which stops what is scheduled: outreach leads delete <lead>. Or move it to another campaign: outreach leads move <lead> <campaign>',
    },
  ],
  examples: [
    'outreach campaigns create "Autumn launch" --daily-limit 200',
    'outreach campaigns sequence set "Autumn launch" examples/sequence.md',
    'outreach campaigns resume "Autumn launch"',
  ],
};
