import type { LeadFieldsWhere } from '../../contract/lead-fields.ts';

export type LeadField = LeadFieldsWhere<'importable', true>;

/** Headers by field in the commonest languages, folded: no accents, no signs, lower case. The first group is preferred. */
const headers: Readonly<Record<LeadField, readonly string[]>> = {
  email: [
    `workemail businessemail professionalemail emailwork personemailwork emailbusiness
    emailgeschaftlich emailgeschaftl emailgesch geschaftlicheemail emailprofessionnel`,
    `email emails emailaddress emailid mail mailaddress contactemail primaryemail mailadresse emailadresse
    adressemail adresseemail courriel correo correoelectronico indirizzoemail epost emailadres personemail
    email1value email1address adressedemessagerie direcciondecorreoelectronico indirizzodipostaelettronica
    メールアドレス 邮箱`,
    'companyemail secondaryemail otheremail alternateemail additionalemail tertiaryemail emailother personemailother',
    'personalemail privateemail homeemail emailhome personemailhome emailprivat privateemailadresse',
  ],
  firstName: [
    `firstname first fname givenname forename vorname prenom nombre primernombre primeironome voornaam
    fornavn fornamn imie personfirstname 名`,
  ],
  middleName: [
    `middlename middle secondname additionalname zweitervorname weiterevornamen deuxiemeprenom
    segundonombre`,
  ],
  lastName: [
    `lastname last lname surname familyname nachname familienname nom nomdefamille apellido apellidos
    cognome sobrenome achternaam etternavn efternamn nazwisko personlastname 姓`,
  ],
  company: [
    `company companyname organisation organization organizationname employer business businessname firma
    firmenname unternehmen entreprise societe empresa azienda bedrijf foretag personorganization
    organization1name 会社名 公司`,
    'account accountname companyaccount associatedcompany primaryassociatedcompany primarycompany',
  ],
  title: [
    `jobtitle position designation berufsbezeichnung funktion poste fonction cargo puesto ruolo functie
    stanowisko personjobtitle organizationtitle organization1title 役職 职位`,
    'title titel titre persontitle',
    'role job',
  ],
  phone: [
    `workphone workphonenumber directphone directphonenumber workdirectphone businessphone phonework
    personphonework officephone telefongeschaftlich telephonebureau telefonodeltrabajo`,
    `phone phonenumber telephone telephonenumber tel telefon telefonnummer telefono telefone telefoon
    primaryphone personphone phone1value 電話番号 电话`,
    `mobile mobilenumber mobilephone mobilephonenumber cell cellphone cellnumber cellphonenumber handy
    handynummer mobil mobiltelefon mobilnummer phonemobile
    personphonemobile telephonemobile telmobile movil telefonomovil cellulare celular`,
    'otherphone phoneother personphoneother weiterestelefon',
    'homephone phonehome personphonehome privatephone telefonprivat telephonedomicile telefonoparticular',
  ],
  website: [
    `website companywebsite websiteurl homepage web site webpage siteweb sitioweb webseite paginaweb
    sitoweb personwebsite website1value 网站`,
    'url companyurl',
  ],
  linkedin: [
    `linkedin linkedinurl linkedinprofile linkedinlink personlinkedinurl linkedinprofileurl
    profilelinkedin linkedincontactprofileurl personlinkedin liprofile liprofileurl liurl`,
    'defaultprofileurl publicprofileurl',
    'profileurl profilelink',
  ],
};

/** The second and later of several: `E-mail 2 Address`, `Phone 3 - Value`, `Business Phone 2`. */
const numbered: readonly { pattern: RegExp; claim: Claim }[] = [
  {
    pattern: /^(?:e?mail(?:address)?|adressedemessagerie)[2-9](?:value|address|adresse)?$/,
    claim: { field: 'email', rank: 2 },
  },
  {
    pattern: /^(?:phone|(?:business|work|mobile|home)phone|telephone)[2-9](?:value)?$/,
    claim: { field: 'phone', rank: 3 },
  },
];

const fullNames = new Set(
  `name fullname contactname displayname personname leadname nomcomplet vollstandigername
  nombrecompleto nomecompleto naam`.split(/\s+/),
);

export const importableFieldNames = Object.keys(headers) as readonly LeadField[];

/** "LinkedIn URL", "linkedin_url" and "LINKEDIN-URL" are the same header. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** A field that a header means, and how good a column it is for that: 0 is the best. */
export interface Claim {
  readonly field: LeadField;
  readonly rank: number;
}

const claims = new Map<string, Claim>(
  importableFieldNames.flatMap((field) =>
    headers[field].flatMap((group, rank) =>
      group
        .trim()
        .split(/\s+/)
        .map((synonym) => [foldHeader(synonym), { field, rank }] as const),
    ),
  ),
);

export function claimOf(header: string): Claim | undefined {
  const folded = foldHeader(header);
  return claims.get(folded) ?? numbered.find(({ pattern }) => pattern.test(folded))?.claim;
}

export const namedField = (header: string): LeadField | undefined => claimOf(header)?.field;

export const isFullName = (header: string): boolean => fullNames.has(foldHeader(header));

/** What people type themselves, and so misspell; a product spells its own headers right. */
export const knownHeaders: readonly string[] = [...claims.keys()].filter(
  (name) => !/\d|^person|^organi[sz]ation.|^li(?!nk)/.test(name),
);

/** Headers that are near a name of a field and mean something else. */
export const otherHeaders: ReadonlySet<string> = new Set(['employees', 'nickname', 'username', 'hostname']);

/** A name as typed after `--map`: `company`, `firstName`, `first-name`. */
export const asLeadField = (name: string): LeadField | undefined =>
  importableFieldNames.find((field) => foldHeader(field) === foldHeader(name));
