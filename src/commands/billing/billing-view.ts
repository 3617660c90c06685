import { record, type View } from '../../cli/declare/view.ts';
import type { billing } from '../../contract/areas/billing.ts';
import type { Output } from '../../contract/operation.ts';

type Profile = Output<typeof billing.get>;

/** The address as the service renders it; its parts are in the JSON. */
export const billingView = (profile: Profile): View =>
  record(
    ['Name', [profile.firstName, profile.lastName].filter(Boolean).join(' ') || 'not set'],
    ['Company', profile.company || 'not set'],
    ['Address', profile.postalAddress || partsOf(profile) || 'not set'],
    ['Country', profile.country || 'not set'],
    ['Phone', phoneOf(profile) || 'not set'],
    ['Updated', profile.updatedAt ?? undefined],
  );

const partsOf = ({ addressLineOne, addressLineTwo, postalCode, city, state }: Profile): string =>
  [addressLineOne, addressLineTwo, postalCode, city, state].filter(Boolean).join(', ');

const phoneOf = ({ phone, phoneCc }: Profile): string =>
  [phoneCc ? `+${phoneCc}` : '', phone].filter(Boolean).join(' ');
