const people = `Email,First Name,Company
ana@lumen.example,Ana,Lumen
bo@harbor.example,Bo,Harbor
not-an-address,Cid,Quarry
dee@quarry.example,Dee,Quarry
eve@@heron.example,Eve,Heron
fay@heron.example,Fay,Heron
`;

export const job = {
  task: 'Add the people of people.csv to my draft campaign Autumn. Some rows are broken: leave those out, and tell me which addresses they have. Start nothing.',
  world: { campaigns: [{ name: 'Autumn', leads: [] }] },
  files: { 'people.csv': people },
  asked: ({ kind, name, fields }) =>
    kind === 'lead' || (kind === 'campaign' && name === 'Autumn' && `${fields}` === 'leads'),
  done: ({ named, of, answer }) => ({
    'the four are in the campaign': named('campaign', 'Autumn').leads.length === 4,
    'no one else was made': of('lead').length === 4,
    'each has a name': of('lead').every(({ name, now }) => name.startsWith(now.firstName?.toLowerCase())),
    'the answer names both rows': ['not-an-address', 'eve@@heron.example'].every((text) =>
      answer.includes(text),
    ),
  }),
  async right({ call }) {
    await call('leads_audit', { file: 'people.csv' });
    const result = await call('leads_import', { file: 'people.csv', campaign: 'Autumn' });
    return `Added ${result.created ?? 4}. Broken: not-an-address, eve@@heron.example.`;
  },
  async wrong({ call, write }) {
    await write('people.csv', people.replace('eve@@', 'eve@'));
    await call('leads_import', { file: 'people.csv', campaign: 'Autumn' });
    return 'All done.';
  },
};
