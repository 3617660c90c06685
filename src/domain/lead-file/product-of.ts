import { foldHeader } from './lead-fields.ts';

/** By headers that no other product has together. The first that fits counts. */
const products: readonly { name: string; has: readonly RegExp[] }[] = [
  { name: 'LinkedIn connections', has: [/^connectedon$/, /^url$/] },
  { name: 'Sales Navigator', has: [/^profileurl$|^linkedinprofileurl$/, /^vmid$|^connectiondegree$/] },
  { name: 'Google contacts', has: [/^e?mail1value$|^phone1value$/, /^(?:given|first)name$/] },
  { name: 'Apollo', has: [/^apollocontactid$|^companynameforemails$/] },
  { name: 'Apollo', has: [/^personlinkedinurl$/, /^companylinkedinurl$/] },
  { name: 'ZoomInfo', has: [/^zoominfocontactid$|^linkedincontactprofileurl$/] },
  { name: 'Pipedrive', has: [/^person(?:name|id)$/, /^person(?:email|phone|organization|label|owner)/] },
  {
    name: 'Outlook',
    has: [
      /^emailadd?ress(?:e)?$|^adressedemessagerie$/,
      /^email2(?:address|adresse)$|^adressedemessagerie2$/,
    ],
  },
  {
    name: 'HubSpot',
    has: [/^recordid(?:contact)?$/, /^contactowner$|^lifecyclestage$|^leadstatus$|^createdate$/],
  },
  {
    name: 'Salesforce',
    has: [
      /^accountname$|^companyaccount$/,
      /^(?:account|contact|lead|opportunity)(?:owner|id|source)$|^mailing/,
    ],
  },
  {
    name: 'Salesforce',
    has: [/^lastname$/, /^ownerid$|^accountid$|^leadsource$/, /^mailing|^company$|^accountid$/],
  },
];

export function productOf(headers: readonly string[]): string | undefined {
  const folded = headers.map(foldHeader);
  return products.find(({ has }) => has.every((pattern) => folded.some((header) => pattern.test(header))))
    ?.name;
}
