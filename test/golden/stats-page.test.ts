import { expect, it } from 'vitest';
import { displayWidth } from '../../src/cli/output/text/width.ts';
import { tree } from '../../src/commands/index.ts';
import { savedOnce } from '../saved-once.ts';
import { newWorld } from '../world.ts';
import { remembering } from './drawn-again.ts';

const widths = [60, 80, 120];

const sequence = `--- step ---
Subject: A question, {firstName}

Hello {firstName}. Reply "no" to opt out.

--- variant B ---
Subject: {firstName}?

Hello {firstName}. Reply "no" to opt out.

--- step delay=3d thread ---

Hello again
`;

const people = (name: string, count: number) =>
  ['email,firstName', ...Array.from({ length: count }, (_, at) => `p${at}@${name}${at}.example,Kim`)].join(
    '\n',
  );

/** A campaign with its own mailboxes. */
const campaign = (id: number, name: string, leads: number, senders: string): [string, string?][] => [
  [`campaigns create ${name} --emoji 🎯 --daily-limit 120`],
  [`leads import - --campaign ${id}`, people(name.toLowerCase(), leads)],
  [`campaigns senders attach ${id} ${senders}`],
  [`campaigns sequence set ${id} -`, sequence],
  [`campaigns schedule ${id} --days mon-fri --from 09:00 --to 17:00`],
];

const history: readonly ([string, string?] | number)[] = [
  ...campaign(1, 'Winter', 40, '1'),
  ...campaign(2, 'Spring', 300, '2'),
  ...campaign(3, 'Summer', 465, '3'),
  ...campaign(4, 'Autumn', 200, '4'),
  ...[1, 2, 3].map((id): [string] => [`senders update ${id} --daily-limit 40 --no-build-up`]),
  ...[1, 2, 3].map((id): [string] => [`campaigns resume ${id} --yes`]),
  9,
  ['campaigns update 2 --min-health 100 --yes'],
];

const lived = savedOnce(async (world) => {
  for (const step of history) {
    if (typeof step === 'number') {
      await world.sandbox.advance(step * 86_400_000);
      continue;
    }
    const [line, stdin = ''] = step;
    const { exit, err } = await world.outreach(line, { stdin, tty: false });
    expect({ line, exit, err: exit === 0 ? '' : err }).toEqual({ line, exit: 0, err: '' });
  }
});

// `npx vitest run test/golden -u` rewrites the transcript: read the difference before you commit it.
it('draws the figures of a campaign that is over, stalled, running and a draft', {
  tags: 'slow',
}, async () => {
  const { tree: watched, taken } = remembering(tree);
  const world = await newWorld({ saved: await lived(), tty: true, commands: watched });
  const parts: string[] = [];
  for (const line of [1, 2, 3, 4].map((id) => `campaigns stats ${id}`)) {
    expect((await world.outreach(line)).exit).toBe(0);
    const answered = taken();
    for (const columns of widths) {
      const text = (await answered?.at(columns)) ?? '';
      for (const drawn of text.split('\n')) expect(displayWidth(drawn)).toBeLessThanOrEqual(columns);
      parts.push(`$ outreach ${line}   # ${columns} columns\n${text}`);
    }
  }
  await expect(parts.join('\n')).toMatchFileSnapshot('transcripts/stats-page.txt');
});
