import type { Verbs } from '../../cli/declare/command.ts';
import { add } from './add.ts';
import { audit } from './audit.ts';
import { conversation } from './conversation.ts';
import { remove } from './delete.ts';
import { exportLeads } from './export.ts';
import { importLeads } from './import.ts';
import { categorize, get, move, update } from './lead.ts';
import { list } from './list.ts';
import { meeting } from './meeting.ts';
import { exportSubject } from './person/export-subject.ts';
import { forget } from './person/forget.ts';

export const group: Verbs = {
  commands: [
    list,
    get,
    add,
    importLeads,
    audit,
    exportLeads,
    update,
    remove,
    categorize,
    move,
    conversation,
    exportSubject,
    forget,
  ],
  groups: [meeting],
  impossible: [
    {
      words: ['remove', 'take-out', 'unassign', 'detach', 'exclude'],
      what: 'take a lead out of a campaign',
      instead:
        'Block it, so that no new email is scheduled: outreach blocklist add <address>. Then delete it, which stops what is scheduled: outreach leads delete <lead>. Or move it to another campaign: outreach leads move <lead> <campaign>',
    },
  ],
  examples: [
    'outreach leads import examples/prospects.csv',
    'outreach leads list --campaign "First steps"',
    'outreach leads export --csv > leads.csv',
  ],
};
