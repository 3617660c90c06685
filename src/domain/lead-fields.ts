/** The named fields of a lead as a file may bring them, with the headers people really use (spec, Lead). */
export const leadFields = {
  email: ['email', 'emailaddress', 'mail', 'workemail', 'businessemail', 'contactemail', 'primaryemail'],
  firstName: ['firstname', 'first', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  middleName: ['middlename', 'middle', 'secondname'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'nachname', 'nom', 'apellido'],
  company: [
    'company',
    'companyname',
    'organisation',
    'organization',
    'account',
    'accountname',
    'employer',
    'firma',
  ],
  title: ['title', 'jobtitle', 'position', 'role', 'job', 'designation'],
  phone: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'mobilephone', 'workphone', 'directphone'],
  website: ['website', 'url', 'companywebsite', 'companyurl', 'homepage', 'web', 'site'],
  linkedin: ['linkedin', 'linkedinurl', 'linkedinprofile', 'personlinkedinurl', 'linkedinprofileurl'],
} as const satisfies Record<string, readonly string[]>;

export type LeadField = keyof typeof leadFields;

export const leadFieldNames = Object.keys(leadFields) as readonly LeadField[];

/** "LinkedIn URL", "linkedin_url" and "LINKEDIN-URL" are the same header. */
const fold = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const fieldOfHeader = new Map<string, LeadField>(
  leadFieldNames.flatMap((field) => leadFields[field].map((synonym) => [synonym, field] as const)),
);

/** The named field that a header means, by its common names. */
export const namedField = (header: string): LeadField | undefined => fieldOfHeader.get(fold(header));

/** A name as somebody types it after `--map`: `company`, `firstName`, `first-name`. */
export const asLeadField = (name: string): LeadField | undefined =>
  leadFieldNames.find((field) => fold(field) === fold(name));
