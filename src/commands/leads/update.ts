import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../cli/declare/params.ts';
import { leads } from '../../contract/areas/leads.ts';
import { fieldOptions, givenFields } from './fields.ts';

export const update = command({
  name: 'update',
  summary: 'Change the given fields of a lead',
  uses: [leads.update, leads.list],
  tool: 'work',
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    email: lineOnly(opt.text('new email address')),
    ...fieldOptions,
  },
  examples: [
    'outreach leads update 1 --title "Head of Sales"',
    'outreach leads update zofia.zak@orchard-analytics.example --var city=Porto',
  ],
  async run(context, { lead, email, ...values }) {
    const { service, screen } = context;
    const body = { ...givenFields(values), ...omitUndefined({ email }) };
    if (Object.keys(body).length === 0) {
      throw new Failure('nothing_given', 'Nothing to change was given.', {
        hint: 'Give at least one field, for example --title "Head of Sales".',
      });
    }
    const answer = await service.api(leads.update, { params: { id: await service.find.lead(lead) }, body });
    screen.note(answer.message ?? 'Saved.');
    (await import('../../cli/launch/warn-emptied.ts')).warnEmptied(context.screen, body);
    return answer.lead;
  },
  view: async (lead) => (await import('./lead-view.ts')).leadView(lead),
});
