/** What a field of a lead is; each holds text. Its tag in copy, its column and its options follow from its name. */
interface LeadField {
  /** `atCreation`: the service stores it when the lead is new and never changes it (spec, Lead). */
  readonly settable: 'always' | 'atCreation';
  /** A column of a file can become it. */
  readonly importable: boolean;
  /** Copy can use it as a merge tag. */
  readonly mergeable: boolean;
}

const usual = { settable: 'always', importable: true, mergeable: true } as const satisfies LeadField;

/** Every field of a lead that clients give beside `customVariables`. A new one starts here; the compiler names the rest. */
export const leadFields = {
  email: usual,
  firstName: usual,
  middleName: { ...usual, settable: 'atCreation' },
  lastName: usual,
  company: usual,
  title: usual,
  phone: usual,
  website: usual,
  linkedin: usual,
} as const satisfies Record<string, LeadField>;

type Fields = typeof leadFields;
export type LeadFieldName = keyof Fields;

/** The names of the fields that are so: `LeadFieldsWhere<'mergeable', true>`. */
export type LeadFieldsWhere<Column extends keyof LeadField, Value> = {
  [F in LeadFieldName]: Fields[F][Column] extends Value ? F : never;
}[LeadFieldName];

export const leadFieldNames = Object.keys(leadFields) as readonly LeadFieldName[];

export const leadFieldsWhere = <Column extends keyof LeadField, const Value extends LeadField[Column]>(
  column: Column,
  value: Value,
): LeadFieldsWhere<Column, Value>[] =>
  leadFieldNames.filter((name) => leadFields[name][column] === value) as LeadFieldsWhere<Column, Value>[];

/** How a stored column and the second merge tag of a field are called: `first_name`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
