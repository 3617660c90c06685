/** Calls that mean the same as another one (spec, Leads: PUT /leads is identical to POST /leads). */
export const aliases: Readonly<Record<string, string>> = { 'PUT /leads': 'POST /leads' };
