import { campaign, mailbox, people, silent } from '../worlds.mjs';

const leads = people(4);
const { sequence, ...rest } = campaign('Autumn', leads);
const misspelt = sequence.map((step) => ({ ...step, body: step.body.replace('{firstName}', '{firstNam}') }));

export const job = {
  task: 'In the emails of the draft campaign Autumn a merge tag is misspelt. Correct it, and leave the rest of the emails as it is. Do not start it.',
  world: {
    ...{ answers: silent, senders: [mailbox('anna@try-north.example')], leads },
    campaigns: [{ ...rest, sequence: misspelt }],
  },
  asked: ({ kind, fields }) => kind === 'campaign' && `${fields}` === 'steps',
  done({ named }) {
    const { steps, signature } = named('campaign', 'Autumn');
    return {
      'the emails are as they were meant': sequence.every(({ body }, index) => steps[index]?.body === body),
      'subject and delay are as before': steps[0].subject === sequence[0].subject && steps[1].delayDays === 3,
      'so is the signature': signature === rest.signature,
    };
  },
  async right({ call, write }) {
    await call('campaigns_check', { campaign: 'Autumn', only: ['copy'] });
    const { steps, signature } = await call('campaigns_sequence_show', { campaign: 'Autumn' });
    await write('fixed.json', JSON.stringify({ steps, signature }).replaceAll('{firstNam}', '{firstName}'));
    await call('campaigns_sequence_set', { campaign: 'Autumn', file: 'fixed.json' });
    return '{firstNam} is now {firstName}.';
  },
  async wrong({ call, approved }) {
    await call('leads_update', { lead: 'ana@firm1.example', var: ['firstNam=Ana'] });
    await approved('campaigns_resume', {
      campaign: 'Autumn',
      accept: ['merge-tag-unknown=it is fine', 'merge-tag-empty=so'],
    });
    return 'Fixed.';
  },
};
