import fc from 'fast-check';
import { campaignFlows } from '../../../src/contract/areas/campaigns.ts';
import { campaignSettings } from '../../../src/contract/campaign-settings.ts';
import { sandboxKey } from '../../../src/contract/keys.ts';
import { anyCharacter } from '../../any-character.ts';
import type { TestWorld } from '../../world.ts';

/** What text of a service can be: of people, of YAML, of sequence files, of terminals. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }).map((text) => text.replaceAll(/\p{Cs}/gu, '')),
  fc.constantFrom(
    ...[
      'null',
      'yes',
      '~',
      '0123',
      '1e3',
      '09:00',
      'a: b',
      'a #b',
      '- a',
      '{',
      '*a',
      '&a',
      '!t',
      '%Y',
      "'",
      '"',
    ],
    ...['---', '--- step ---', '--- signature ---', '\\--- step', 'Subject: x', 'name: other', '...'],
    ...[
      `\${limit}`,
      `$\${`,
      '{firstName}',
      '<p>Hello</p>',
      '\t tab',
      'end  ',
      '\r',
      '\u2028',
      '\u202e',
      '\u0000',
    ],
  ),
);
const text = fc
  .array(hostile, { maxLength: 5 })
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((eol) => lines.join(eol)));
const copy = fc.record({ subject: hostile, body: text }, { requiredKeys: ['body'] });

const step = fc.record(
  {
    subject: hostile,
    body: text,
    contentType: fc.constantFrom('text', 'html'),
    delayDays: fc.nat(365),
    useSameThread: fc.boolean(),
    variants: fc
      .uniqueArray(fc.tuple(hostile, copy), {
        maxLength: 3,
        selector: ([label]) => label.split(/\s+/).filter(Boolean).join(' '),
      })
      .map((all) => all.map(([label, words]) => ({ label, ...words }))),
  },
  { requiredKeys: ['body'] },
);

const steps = fc
  .array(step, { minLength: 1, maxLength: 4 })
  .map((all) => all.map((one, index) => ({ order: index + 1, ...one })));

type Wire = (typeof campaignSettings)[keyof typeof campaignSettings]['wire'];

const settings: Partial<Record<Wire, fc.Arbitrary<unknown>>> = {};
for (const { wire, kind } of Object.values(campaignSettings)) {
  if (kind === 'switch') settings[wire] = fc.boolean();
  if (kind === 'integer')
    settings[wire] = fc.integer(/TimeBetween/.test(wire) ? { min: 2, max: 30 } : { min: 1, max: 100 });
}

export interface AnyCampaign {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly schedule: Readonly<Record<string, unknown>>;
  readonly sequence: object | undefined;
  readonly senderEmailIds: readonly number[];
}

export const anyCampaign: fc.Arbitrary<AnyCampaign> = fc.record({
  settings: fc.record(
    {
      name: fc.oneof(
        // SQLite ends a text at NUL.
        text.filter((name) => name !== '' && !name.includes('\0')),
        fc.constantFrom('Autumn', 'autumn', 'Con', 'x'.repeat(10_000)),
      ),
      emoji: fc.constantFrom('🍂', '👩‍🚀', 'null', ': #'),
      flow: fc.constantFrom(...campaignFlows),
      ...settings,
    },
    { requiredKeys: ['name'], noNullPrototype: true },
  ),
  schedule: fc.record(
    {
      daysSchedule: fc.constantFrom('', '1,2,3,4,5', '0,6', '5,1', '0,1,2,3,4,5,6'),
      startSchedule: fc.constantFrom('00:00', '08:30'),
      endSchedule: fc.constantFrom('12:00', '23:59'),
    },
    { noNullPrototype: true },
  ),
  sequence: fc.option(fc.record({ steps, signature: text }), {
    nil: undefined,
  }),
  senderEmailIds: fc.subarray([1, 2, 3, 4, 5]),
});

/** Makes it at the service, as an app would: nothing of this program is in between. */
export async function makeCampaign(
  { sandbox }: TestWorld,
  { settings, schedule, sequence, senderEmailIds }: AnyCampaign,
) {
  const call = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const headers = { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' };
    const answer = await sandbox.transport({ method, path, query: [], headers, body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const {
    minimumTimeBetweenEmails: least,
    maximumTimeBetweenEmails: most,
    isEnabledStopFollowUpsAcrossCampaigns,
    ...rest
  } = settings;
  const { campaign } = await call('POST', '/campaigns', rest);
  const path = `/campaigns/${campaign.id}`;
  const gap = [least ?? 5, most ?? 10].sort((a, b) => Number(a) - Number(b));
  await call('PUT', path, {
    minimumTimeBetweenEmails: gap[0],
    maximumTimeBetweenEmails: gap[1],
    isEnabledStopFollowUpsAcrossCampaigns: isEnabledStopFollowUpsAcrossCampaigns === true,
  });
  if (Object.keys(schedule).length > 0) await call('PUT', `${path}/schedule`, schedule);
  if (sequence) await call('PUT', `${path}/sequence`, sequence);
  if (senderEmailIds.length > 0) await call('POST', `${path}/sender-emails`, { senderEmailIds });
}
