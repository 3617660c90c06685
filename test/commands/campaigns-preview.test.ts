import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsedPage } from '../cli/output/parsed-page.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

const people = `email,firstName,company,Deal Size
ann@acme.example,Ann,Acme,20
ben@bolt.example,,,
cam@cove.example,Camilla Alexandra,Cove and Sons of the Northern Quarter,2000
dan@dove.example,,Dove,1
eve@elm.example,Eve,Elm,2
`;

const steps = [
  {
    subject: 'About {company}',
    body: 'Hi {firstName}',
    variants: [{ label: 'B', subject: '{Deal Size} desks' }],
  },
  { subject: 'not used {nothing}', useSameThread: true, delayDays: 3, body: 'Still {First Name}?' },
  { subject: 'Last', delayDays: 3, body: '<p>Bye {company}</p>', contentType: 'html' },
];

async function launched(options: WorldOptions = {}, sequence: object = { steps, signature: 'Kim' }) {
  const world = await newWorld(options);
  await world.outreach('campaigns create Autumn', { tty: false });
  await world.outreach('leads import - --campaign 1', {
    stdin: people,
    tty: false,
  });
  await world.outreach('campaigns sequence set 1 -', { stdin: JSON.stringify(sequence), tty: false });
  world.requests.length = 0;
  return world;
}

const emailsOf = async (world: TestWorld, words = '') => {
  const { exit, err, json } = await world.outreach(`campaigns preview 1 ${words} --json`);
  expect(exit, err).toBe(0);
  return json().emails;
};

describe('campaigns preview', () => {
  it('shows what one person would get, with the subject of the thread and the signature', async () => {
    const world = await launched();
    const { campaignId, emails } = (
      await world.outreach('campaigns preview 1 --lead ben@bolt.example --json')
    ).json();
    expect(campaignId).toBe(1);
    const lead = { leadId: expect.any(Number), email: 'ben@bolt.example' };
    expect(emails).toEqual([
      {
        ...lead,
        step: 1,
        variant: 'A',
        subject: 'About {company}',
        body: 'Hi {firstName}\n\nKim',
        missing: ['company', 'firstname'],
      },
      {
        ...lead,
        step: 1,
        variant: 'B',
        subject: '{Deal Size} desks',
        body: 'Hi {firstName}\n\nKim',
        missing: ['deal_size', 'firstname'],
      },
      {
        ...lead,
        step: 2,
        variant: 'A',
        subject: 'Re: About {company}',
        body: 'Still {First Name}?\n\nKim',
        missing: ['company', 'first_name'],
      },
      {
        ...lead,
        step: 2,
        variant: 'A',
        subject: 'Re: {Deal Size} desks',
        body: 'Still {First Name}?\n\nKim',
        missing: ['deal_size', 'first_name'],
      },
      {
        ...lead,
        step: 3,
        variant: 'A',
        subject: 'Last',
        body: '<p>Bye {company}</p><br><br>Kim',
        missing: ['company'],
      },
    ]);
    expect(world.requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  it('takes the first lead, the one with the most empty tags and the one with the longest values', async () => {
    const emails = await emailsOf(await launched(), '--step 3');
    const { items } = (await (await launched()).outreach('leads list --campaign 1 --json')).json();
    expect(emails.map(({ email }: { email: string }) => email)).toEqual([
      items[0].email,
      'ben@bolt.example',
      'cam@cove.example',
    ]);
  });

  it('shows each lead once where there are fewer', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach('campaigns sequence set 1 -', { stdin: JSON.stringify({ steps }) });
    for (const name of ['ann', 'ben']) {
      await world.outreach(`leads add ${name}@acme.example --campaign 1`);
      const emails = await emailsOf(world, '--step 3');
      expect(emails).toHaveLength(name === 'ann' ? 1 : 2);
    }
  });

  it('takes a lead by its id, and names one that is not in the campaign', async () => {
    const world = await launched();
    const [{ leadId }] = await emailsOf(world, '--lead CAM@cove.example');
    expect((await emailsOf(world, `--lead ${leadId} --step 1`))[0].email).toBe('cam@cove.example');
    await world.outreach('leads add zoe@zinc.example');
    for (const wanted of ['zoe@zinc.example', 'gone@zinc.example', '99']) {
      const { exit, err } = await world.outreach(`campaigns preview 1 --lead ${wanted}`);
      expect({ exit, err }).toEqual({ exit: 6, err: expect.stringMatching(/lead/i) });
    }
  });

  it('says what is missing: the campaign, its steps, its leads, the step', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    const ended = async (words: string) => {
      const { exit, err } = await world.outreach(`campaigns preview ${words}`);
      return [exit, err.split('\n').find((line) => line.startsWith('Error'))];
    };
    expect(await ended('1')).toEqual([7, 'Error: Campaign 1 has no emails to show: its sequence is empty']);
    await world.outreach('campaigns sequence set 1 -', { stdin: JSON.stringify({ steps }) });
    expect(await ended('1')).toEqual([7, 'Error: Campaign 1 has no leads to show its emails for']);
    expect(await ended('1 --step 4')).toEqual([6, 'Error: Campaign 1 has no step 4: it has 3 steps']);
    expect((await ended('2'))[0]).toBe(6);
  });

  it('signs as a mailbox where the campaign has no signature', async () => {
    const world = await launched({}, { steps });
    await world.outreach('campaigns senders attach 1 1');
    await world.outreach('senders update 1 --signature "Anna from {company}"');
    const [email] = await emailsOf(world, '--lead ann@acme.example');
    expect(email.body).toBe('Hi Ann\n\nAnna from Acme');
  });

  it('marks them in HTML as it is read, with entities and tags in them and over two lines', async () => {
    const body =
      '<p>At {Stra&szlig;e} of {R&amp;D}, {first<b>Name</b>}, and {a.long tag that goes on in the next line of it}</p>';
    const world = await launched({ tty: true, columns: 60, env: { FORCE_COLOR: '1' } }, [
      { subject: 'Hi', body, contentType: 'html' },
    ]);
    const { out } = await world.outreach('campaigns preview 1 --lead ben@bolt.example');
    const red = [
      ...out
        .split('│')
        .slice(1)
        .join('│')
        .matchAll(/\u001b\[31m(.*?)\u001b\[39m/g),
    ];
    expect(red.map(([, marked]) => marked)).toEqual([
      '{Straße}',
      '{R&D}',
      '{firstName}',
      '{a.long tag that',
      'goes on in the next line of it}',
    ]);
  });

  it('marks tags without a value at a terminal, and escapes what would move it', async () => {
    const world = await launched({ tty: true, env: { FORCE_COLOR: '1' } }, [
      { subject: 'Hi {firstName}', body: 'Dear \u001b[2J{firstName} \u202etxt' },
    ]);
    const { out } = await world.outreach('campaigns preview 1 --lead ben@bolt.example');
    expect(out).toMatch(/Not filled in.*✗ \{firstName\}/);
    expect(out).toContain('\u001b[31m{firstName}\u001b[39m');
    expect(out).not.toContain('\u001b[2J');
    expect(out).not.toContain('\u202e');
  });

  it('writes a page that loads nothing and runs nothing', async () => {
    const hostile = `<script>alert(1)</script><img src="https://evil.example/x.png" onerror='x'>"></iframe>{firstName}`;
    const world = await launched({}, [
      { subject: '<b>{firstName}</b>', body: hostile },
      { subject: 'x', body: hostile, contentType: 'html', delayDays: 1 },
    ]);
    const { exit, err } = await world.outreach(
      'campaigns preview 1 --lead ben@bolt.example --html page.html',
    );
    expect({ exit, err }).toEqual({ exit: 0, err: expect.stringContaining('Written to page.html.') });
    const page = await readFile(join(world.home, 'page.html'), 'utf8');
    expect(page).toContain(`content="default-src 'none';`);
    expect(page).toContain('&lt;b&gt;<mark>{firstName}</mark>&lt;/b&gt;');
    expect(page).toMatch(/<iframe sandbox="" title="Step 2" srcdoc="[^"<>]*"><\/iframe>/);
    expect(parsedPage(page).wrong).toEqual([]);
    expect(page.match(/<iframe/g)).toHaveLength(1);
  });
});
