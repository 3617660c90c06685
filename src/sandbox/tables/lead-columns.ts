import type { leads as area } from '../../contract/areas/leads.ts';
import { type LeadFieldName, leadFieldNames, snakeCase } from '../../contract/lead-fields.ts';
import type { Infer } from '../../contract/schema/schema.ts';

type Given = keyof Infer<typeof area.upsert.body>['leads'][number];

/** The column of every field that calls give. A field that the list of them lacks does not compile here. */
export const leadColumns: Readonly<Record<Exclude<Given, 'customVariables'>, string>> = Object.fromEntries(
  leadFieldNames.map((name) => [name, snakeCase(name)]),
) as Record<LeadFieldName, string>;
