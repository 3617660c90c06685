import { campaign, emailsOf, mailbox, people, silent } from '../worlds.mjs';

const text = 'Hello Bo, Thursday at ten works for me. Anna';

export const job = {
  task: `Three people replied to Autumn, and a draft waits for each. Send the drafts to Ana and Cid as they are. The one to bo@firm2.example must say only: "${text}". One email to each; I approve them.`,
  world: {
    answers: { ...silent, reply: 1, positive: 1, unsubscribe: 0, replyHours: [1, 2], languages: {} },
    ...{ senders: [mailbox('anna@try-north.example')], leads: people(3) },
    campaigns: [campaign('Autumn', people(3), { status: 'paused' })],
  },
  setup: [
    ['campaigns', 'resume', 'Autumn', '--yes'],
    ['sandbox', 'clock', 'advance', '1d'],
  ],
  afterwards: '1h',
  asked: ({ kind, is, was, fields }) =>
    is?.operation === 'drafts.send' ||
    (kind === 'email' && is?.step === null) ||
    (kind === 'draft' &&
      (is === undefined || (`${was?.to}` === 'bo@firm2.example' && `${fields}` === 'body'))),
  async done({ of, read, before }) {
    const { items } = await read('sandbox_outbox_list', { answers: true, all: true });
    const shown = await Promise.all(items.map(({ id }) => read('sandbox_outbox_show', { email: id })));
    const drafts = [...before.values()].filter(({ kind }) => kind === 'draft').map(({ now }) => now);
    const isAsItWas = ({ subject, body, to }) =>
      drafts.some((draft) => draft.subject === subject && draft.body === body && draft.to.includes(to));
    return {
      'each got one answer': `${items.map(({ to }) => to).sort()}` === `${emailsOf(people(3))}`,
      'Bo got these words': shown.some(({ to, body }) => to === 'bo@firm2.example' && body === text),
      'the others got their drafts': shown.every(
        (email) => email.to === 'bo@firm2.example' || isAsItWas(email),
      ),
      'no draft is left': of('draft').length === 0,
    };
  },
  async right({ call, approved }) {
    const { items } = await call('drafts_list', { fields: ['id', 'leadId'] });
    const { items: leads } = await call('leads_list', { fields: ['id', 'email'] });
    const bo = leads.find(({ email }) => email === 'bo@firm2.example').id;
    await call('drafts_edit', { draft: items.find(({ leadId }) => leadId === bo).id, body: text });
    for (const { id } of items) await approved('drafts_send', { draft: id });
    return 'All three are answered.';
  },
  async wrong({ call, approved }) {
    const { items } = await call('drafts_list');
    await call('drafts_edit', { draft: items[0].id, subject: 'Thursday' });
    for (const { id } of items.slice(0, 2)) await approved('drafts_send', { draft: id });
    return 'All three are answered.';
  },
};
