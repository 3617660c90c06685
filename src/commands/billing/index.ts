import { changes } from '../../base/omit-undefined.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { record, type View } from '../../cli/declare/view.ts';
import { billing } from '../../contract/areas/billing.ts';
import type { Output } from '../../contract/operation.ts';
import type { Infer } from '../../contract/schema/schema.ts';

type Profile = Output<typeof billing.get>;

/** The address as the service renders it; its parts are in the JSON. */
const billingView = (profile: Profile): View =>
  record(
    ['Name', [profile.firstName, profile.lastName].filter(Boolean).join(' ') || 'not set'],
    ['Company', profile.company || 'not set'],
    [
      'Address',
      profile.postalAddress ||
        [profile.addressLineOne, profile.addressLineTwo, profile.postalCode, profile.city, profile.state]
          .filter(Boolean)
          .join(', ') ||
        'not set',
    ],
    ['Country', profile.country || 'not set'],
    [
      'Phone',
      [profile.phoneCc ? `+${profile.phoneCc}` : '', profile.phone].filter(Boolean).join(' ') || 'not set',
    ],
    ['Updated', profile.updatedAt ?? undefined],
  );

const show = command({
  name: 'show',
  uses: [billing.get],
  tool: 'read',
  examples: ['outreach billing show', 'outreach billing show --json'],
  run: ({ service }) => service.api(billing.get),
  view: billingView,
});

const update = command({
  name: 'update',
  about:
    '`billing show` also has the address in one line, which the service builds from the parts that you set here.',
  uses: [billing.update],
  tool: 'work',
  args: {
    firstName: opt.text('first name'),
    lastName: opt.text('last name'),
    company: opt.text('company'),
    addressLineOne: opt.text('street and number', { hint: 'text' }),
    addressLineTwo: opt.text('more of the address', { hint: 'text' }),
    city: opt.text('city'),
    state: opt.text('state or province'),
    postalCode: opt.text('postal code', { hint: 'code' }),
    country: opt.country('country, by name or two-letter code (ISO 3166-1)', 'code'),
    phone: opt.text('phone number without the calling code', { hint: 'number' }),
    phoneCc: opt.text('calling code without the plus', { hint: 'code' }),
  } satisfies Record<keyof Infer<typeof billing.update.body>, unknown>,
  examples: [
    'outreach billing update --company Acme --country DE',
    'outreach billing update --address-line-one "Main St 1" --postal-code 1010 --city Wien --country AT',
  ],
  async run({ service, screen }, values) {
    const profile = await service.api(billing.update, { body: changes(values, '--country DE') });
    screen.note('Saved.');
    return profile;
  },
  view: billingView,
});

export const group: Verbs = { commands: [show, update] };
