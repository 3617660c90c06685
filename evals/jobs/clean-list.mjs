const people = `Email,First Name,Opted Out
ana@lumen.example,Ana,
info@lumen.example,Front,
ANA@lumen.example,Ana,
bo@gmial.com,Bo,
cid@mailinator.com,Cid,
dee.quarry.example,Dee,
eve@heron.example,Eve,yes
fay@heron.example,Fay,
`;

export const job = {
  task: 'Clean people.csv into clean.csv, with the same columns: no row twice or broken, no one who opted out, no role addresses and no throw-away ones, and slips of the pen in large mail providers corrected. Import nothing.',
  world: { campaigns: [{ name: 'Autumn', leads: [] }] },
  files: { 'people.csv': people },
  asked: () => false,
  async done({ written }) {
    const text = (await written('clean.csv')) ?? '';
    const kept = (text.match(/[^\s,"]+@[^\s,"]+/g) ?? []).map((email) => email.toLowerCase()).sort();
    return {
      'clean.csv has these three': `${kept}` === 'ana@lumen.example,bo@gmail.com,fay@heron.example',
      'and the same columns': /^\uFEFF?"?Email"?,"?First Name"?,"?Opted Out"?\r?\n/.test(text),
    };
  },
  async right({ call }) {
    await call('leads_audit', { file: 'people.csv' });
    const leaveOut = ['role-address', 'disposable-address'];
    await call('leads_audit', { file: 'people.csv', fix: 'clean.csv', leaveOut });
    return 'clean.csv has three people.';
  },
  async wrong({ call }) {
    await call('leads_audit', { file: 'people.csv', fix: 'clean.csv' });
    await call('leads_import', { file: 'clean.csv', campaign: 'Autumn' });
    return 'clean.csv is clean, and imported.';
  },
};
