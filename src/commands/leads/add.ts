import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { storingPlace } from '../../cli/answer/stored-looks.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { leads } from '../../contract/areas/leads.ts';
import { takenLeads } from '../../domain/lead-file/taken-leads.ts';
import { creationOptions, fieldOptions, givenFields } from './fields.ts';

export const add = command({
  name: 'add',
  summary: 'Create a lead, or update the lead with that address',
  about:
    'For a running or completed campaign, the launch checks run first. If the lead breaks a blocking rule, nothing is changed.',
  uses: [leads.upsert, leads.list],
  tool: 'effects',
  core: true,
  leadGate: true,
  fails: ['ended-badly', 'partial'],
  args: {
    email: arg.text('email address'),
    ...creationOptions,
    campaign: opt.text('also put the lead into this campaign', { hint: 'campaign', names: 'campaigns' }),
    ...fieldOptions,
    ...acceptOption,
  },
  examples: [
    'outreach leads add ana@lumen.example --first-name Ana --company Lumen',
    'outreach leads add li@orchid.example --first-name Li --company Orchid --var city=Taipei --campaign "First steps" --yes',
  ],
  async run(context, { email, campaign, middleName, accept, ...values }) {
    const { service, consent, screen } = context;
    const address = email.trim();
    const campaignId = campaign === undefined ? undefined : await service.find.campaign(campaign);
    const lead = { email: address, ...givenFields(values), ...omitUndefined({ middleName }) };
    const input = { body: { leads: [lead], ...omitUndefined({ campaignId }) } };
    const approval = await consent.approve(leads.upsert, input, () => ({ spend: {}, facts: [] }), { accept });
    const answer = await service.api(leads.upsert, input, approval);
    if (takenLeads(answer, [lead]) === 0)
      throw new Failure('partial', 'The service has not taken the lead: its answer counts none', {
        outcome: 'none',
      });
    screen.note(answer.message ?? 'Saved.');
    await (await import('./warn-not-joined.ts')).warnNotJoined(context, campaignId, address);
    (await import('../../cli/launch/warn-emptied.ts')).warnEmptied(screen, lead);
    const { forgottenPeople } = await import('../../cli/person/forgotten-people.ts');
    if ((await forgottenPeople(storingPlace(context)))?.has(address))
      screen.warn(`${address} was forgotten before, and is a lead again.`);
    return answer.leads[0] ?? { id: null, email: address };
  },
  next: ({ id, email }) => [advise('leads get', { lead: id ?? email })],
  fields: [
    ['ID', 'id', 'id'],
    ['Email', 'email', 'id'],
  ],
});
