import type { LeadFieldsWhere } from '../../contract/lead-fields.ts';

export type LeadField = LeadFieldsWhere<'importable', true>;

/**
 * The headers that people really use for the fields of a lead (spec, Lead), in the languages whose spreadsheets turn up
 * most. Folded: no accents, no signs, lower case.
 */
const headers: Readonly<Record<LeadField, string>> = {
  email: `
    email emailaddress emailid mail mailaddress workemail businessemail professionalemail contactemail
    primaryemail mailadresse emailadresse adressemail adresseemail courriel correo correoelectronico
    indirizzoemail epost emailadres メールアドレス 邮箱`,
  firstName: `
    firstname first fname givenname forename vorname prenom nombre primernombre primeironome voornaam
    fornavn fornamn imie 名`,
  middleName: 'middlename middle secondname zweitervorname deuxiemeprenom segundonombre',
  lastName: `
    lastname last lname surname familyname nachname familienname nom nomdefamille apellido apellidos
    cognome sobrenome achternaam etternavn efternamn nazwisko 姓`,
  company: `
    company companyname organisation organization organizationname account accountname employer business
    businessname firma firmenname unternehmen entreprise societe empresa azienda bedrijf foretag 会社名 公司`,
  title: `
    title jobtitle titel position role job designation berufsbezeichnung funktion poste fonction cargo
    puesto ruolo functie stanowisko 役職 职位`,
  phone: `
    phone phonenumber telephone telephonenumber tel mobile mobilenumber mobilephone cell cellphone
    workphone directphone telefon telefonnummer handy mobil telefono telefone telefoon 電話番号 电话`,
  website: `
    website url companywebsite companyurl websiteurl homepage web site siteweb sitioweb webseite
    paginaweb sitoweb 网站`,
  linkedin: `
    linkedin linkedinurl linkedinprofile linkedinlink personlinkedinurl linkedinprofileurl
    profilelinkedin`,
};

export const importableFieldNames = Object.keys(headers) as readonly LeadField[];

/** "LinkedIn URL", "linkedin_url" and "LINKEDIN-URL" are the same header. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const fieldOfHeader = new Map<string, LeadField>(
  importableFieldNames.flatMap((field) =>
    headers[field]
      .trim()
      .split(/\s+/)
      .map((synonym) => [foldHeader(synonym), field] as const),
  ),
);

/** The named field that a header means, by its common names. */
export const namedField = (header: string): LeadField | undefined => fieldOfHeader.get(foldHeader(header));

/** Every folded name of a field: what a misspelt header is held against. */
export const knownHeaders: readonly string[] = [...fieldOfHeader.keys()];

/** A name as typed after `--map`: `company`, `firstName`, `first-name`. */
export const asLeadField = (name: string): LeadField | undefined =>
  importableFieldNames.find((field) => foldHeader(field) === foldHeader(name));
