import { expect } from 'vitest';
import type { TestWorld } from '../world.ts';

const day = 86_400_000;

const people = (count: number, name: string) =>
  [
    'email,First Name,Last Name,Company,Job Title,Phone,Website,City',
    ...Array.from({ length: count }, (_, index) => {
      const [first, last] = names[index % names.length] as readonly [string, string];
      const company = `${name}${index + 1}`;
      return `${first.toLowerCase()}@${company}.example,${first},${last},${company} Ltd,Head of Sales,+44 20 7946 0${index + 100},https://${company}.example,Porto`;
    }),
  ].join('\n');

const names = [
  ['Ana', 'Berg'],
  ['Kim', 'Lee'],
  ['Tom', 'Fox'],
  ['Eve', 'Moss'],
] as const;

const oneStep = '--- step ---\nSubject: A question, {firstName}\n\nHello {firstName} in {city}\n';
const twoSteps = `${oneStep}\n--- step delay=3d thread ---\n\nHello again\n`;
const threeSteps = `${twoSteps}\n--- step delay=30d thread ---\n\nThe last one\n`;

type Step = string | [line: string, stdin: string] | number;

const campaign = (id: number, name: string, leads: number, sequence: string): Step[] => [
  `campaigns create "${name}"`,
  [`leads import - --campaign ${id}`, people(leads, name.toLowerCase())],
  `campaigns senders attach ${id} 1 2 3`,
  [`campaigns sequence set ${id} -`, sequence],
  `campaigns schedule ${id} --days mon-fri --from 09:00 --to 17:00`,
];

/**
 * What happened before the first line of every transcript: command lines, and pauses in days. No command waits, so that
 * the times do not depend on how long a pause between two looks is.
 */
const history: readonly Step[] = [
  ...campaign(1, 'Autumn', 40, threeSteps),
  'campaigns resume 1 --yes',
  ...campaign(2, 'Winter', 3, oneStep),
  'campaigns resume 2 --yes',
  ...campaign(3, 'Spring', 6, twoSteps),
  'campaigns resume 3 --yes',
  'webhooks create --url https://hooks.lumen.example/replies --type EmailReply --name Replies',
  'webhooks create --url https://hooks.lumen.example/in --type CreditBalanceLow',
  'webhooks disable 2',
  2,
  'campaigns pause 3',
  5,
  'campaigns create Drafted --daily-limit 200 --min-health 90',
  ['campaigns sequence set 4 -', twoSteps],
  'finder import --campaign 4 --count 5 --job-title "Head of Sales" --country Germany --yes --no-wait',
  1,
  'icps create "German sales leaders" --title "Head of Sales" --location Germany --primary',
  'icps create "SaaS directors" --seniority Director --keyword saas --size 51-200',
  'icps size 1',
  6,
  'credits buy 2000 --yes',
  'dfy orders create --domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --forward-to acme.com --yes --no-wait',
  'autopilot start acme.com --budget-usd 500 --yes --no-wait',
  'autopilot start lumen.example --target-prospects 5 --reply-mode approve --yes --no-wait',
  'verification jobs create ana@lumen.example kim@orchid.example no-such@umber.example --name "First list" --yes --no-wait',
  'placement create --sender 1 --sender 2 --name "Before the launch" --yes',
  'blocklist add competitor.example kim@orchid.example',
  'blocklist add rival.example --scope global',
  'workspaces create "Agency client"',
  'billing update --company Acme --country DE --city Berlin --postal-code 10115 --address-line-one "Main St 1"',
  4,
  'autopilot kill 2 --reason "wrong audience"',
  'dfy orders create --domain try-acme.com --yes --no-wait',
  'leads categorize 1 interested',
  'leads meeting mark 2',
  'senders update 1 --daily-limit 30 --signature Ana',
  'senders warmup set 2 --enabled --start-limit 5 --increase-by 2 --cap-limit 40',
  // Letters and signs that take two cells, and some that are several characters.
  'campaigns create "秋のキャンペーン 🎯 Zoë"',
  'leads add taro@nihon.example --first-name 太郎 --last-name 山田 --company "株式会社日本タワー🗼" --title "営業部長 👩‍💼"',
  'icps create "日本の営業部長 👩‍💼" --title 営業部長 --location Japan',
];

/** Brings a fresh world to the state that the transcripts show, by commands alone. */
export async function seed(world: TestWorld): Promise<void> {
  for (const step of history) {
    if (typeof step === 'number') {
      await world.sandbox.advance(step * day);
      continue;
    }
    const [line, stdin = ''] = typeof step === 'string' ? [step] : step;
    const { exit, err } = await world.outreach(line, { stdin });
    expect({ line, exit, err: exit === 0 ? '' : err }).toEqual({ line, exit: 0, err: '' });
  }
}
