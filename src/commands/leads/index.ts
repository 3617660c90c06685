import type { Verbs } from '../../cli/declare/command.ts';
import { daily } from './daily.ts';
import { meeting } from './meeting.ts';
import { exportSubject } from './person/export-subject.ts';
import { forget } from './person/forget.ts';

export const group: Verbs = {
  commands: [...daily, exportSubject, forget],
  groups: [meeting],
  impossible: [
    {
      words: ['remove', 'take-out', 'unassign', 'detach', 'exclude'],
      what: 'take a lead out of a campaign',
      instead:
        'Block it, so that no campaign emails it: outreach blocklist add <address>. Or move it to another campaign: outreach leads move <lead> <campaign>. Or delete it: outreach leads delete <lead>',
    },
  ],
  examples: [
    'outreach leads import examples/prospects.csv',
    'outreach leads list --campaign "First steps"',
    'outreach leads get 1',
    'outreach leads export --csv > leads.csv',
  ],
};
