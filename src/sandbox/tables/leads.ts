import type { leads } from '../../contract/areas/leads.ts';
import { type LeadFieldName, leadFieldNames, snakeCase } from '../../contract/lead-fields.ts';
import type { Infer } from '../../contract/schema/schema.ts';

type Given = keyof Infer<typeof leads.upsert.body>['leads'][number];

/** The column of every field that calls give. A field that the list of them lacks does not compile here. */
export const leadColumns: Readonly<Record<Exclude<Given, 'customVariables'>, string>> = Object.fromEntries(
  leadFieldNames.map((name) => [name, snakeCase(name)]),
) as Record<LeadFieldName, string>;

const { email: _email, ...named } = leadColumns;
const namedColumns = Object.values(named).map((column) => `${column} TEXT`);

/** `email_key` is the address in lower case: the key of the upsert. `origin`: api, finder or move. */
export const tables = `
CREATE TABLE IF NOT EXISTS lead (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL,
  ${namedColumns.join(', ')},
  custom TEXT, tag TEXT, meeting_booked_at INTEGER, unsubscribed_at INTEGER, origin TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  UNIQUE (workspace_id, email_key)
);
CREATE INDEX IF NOT EXISTS lead_newest ON lead (workspace_id, id);
`;
