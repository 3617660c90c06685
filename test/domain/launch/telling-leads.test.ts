import { expect, it } from 'vitest';
import { createTellingLeads } from '../../../src/domain/launch/telling-leads.ts';
import { wordingsIn } from '../../../src/domain/launch/wordings.ts';

it('chooses three leads, also where the list shows one of them again and again', () => {
  const steps = [{ order: 1, subject: '{firstName}', body: '{city}' }];
  const telling = createTellingLeads(wordingsIn({ steps }, { mailboxes: [] }));
  const full = (id: number) => ({ id, email: `${id}@x.example`, customVariables: { city: 'Lisbon' } });
  const empty = { id: 1, email: '1@x.example', customVariables: {} };
  for (let times = 0; times < 4; times++) telling.add(empty);
  for (const id of [2, 3]) telling.add(full(id));
  expect(telling.leads().map(({ id }) => id)).toEqual([1, 2, 3]);
});
