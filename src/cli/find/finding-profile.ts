import { digestOfValue } from '../../base/digest.ts';
import { icps } from '../../contract/areas/icps.ts';
import { prospects } from '../../contract/areas/prospects.ts';
import type { AnyInput, AnyOperation, Input, Output } from '../../contract/operation.ts';
import { criteriaFields } from '../../contract/schema/criteria.ts';
import { readOr, whyOf } from '../answer/fact.ts';
import type { Service } from '../declare/command.ts';
import type { Fact } from '../declare/quote.ts';
import { inline } from '../output/text/inline.ts';
import { fieldWords } from './changed-fields.ts';

type Icp = Output<typeof icps.get>['icp'];

/** What of a profile decides which people are found. */
export const criteriaOf = (icp: Icp) =>
  Object.fromEntries(criteriaFields.map((field) => [field, icp[field]]));

/** The profile that finds the people of a call, for its question; nothing for a call that names the people. */
export async function findingProfile(
  { api }: Pick<Service, 'api'>,
  operation: AnyOperation,
  input: AnyInput,
): Promise<{ readonly facts: readonly Fact[]; readonly binds: string } | undefined> {
  if (operation.id !== prospects.source.id) return undefined;
  const { body } = input as Input<typeof prospects.source>;
  const id = body?.icpId ?? undefined;
  const { value, failure } =
    id === undefined
      ? await readOr(icps.primary, () => api(icps.primary))
      : await readOr(icps.get, () => api(icps.get, { params: { id } }));
  if (failure)
    return {
      facts: [`The profile that finds these people is not known: ${whyOf(failure)}`],
      binds: 'not known',
    };
  const { icp } = value;
  const { name, summary, personas } = icp;
  const shown = {
    ...criteriaOf(icp),
    summary,
    personas: personas?.map(({ title, seniority }) => [title, seniority].filter(Boolean).join(', ')),
  };
  const facts: Fact[] = [
    `People are found by ${id === undefined ? 'the primary profile' : 'profile'} ${icp.id} "${inline(name ?? '')}"`,
  ];
  for (const [field, words] of Object.entries(shown))
    if (words?.length)
      facts.push({ theirs: `${fieldWords(field)}: ${[words].flat().join('; ')}`, indent: 2 });
  return { facts, binds: digestOfValue([icp.id, name, shown]) };
}
