import { tagOf } from '../../contract/checks/variable-key.ts';
import type { NewLead } from './lead-maker.ts';

/** Which rows the service has, and what of each is not sent: 4 bytes a row, as most leave the same values alone. */
export class KnownPeople {
  /** 0 where the person is not there, else one more than the place of the list. */
  #rows = new Uint32Array(1024);
  readonly #lists: (readonly string[])[] = [];
  readonly #places = new Map<string, number>();

  /** `keeps`: fields, and variables as `{city}`, that stay as the service has them. */
  add(row: number, keeps: readonly string[]): void {
    if (row >= this.#rows.length) {
      const larger = new Uint32Array(Math.max(this.#rows.length * 2, row + 1));
      larger.set(this.#rows);
      this.#rows = larger;
    }
    const name = JSON.stringify(keeps);
    const place = this.#places.get(name) ?? this.#lists.push(keeps) - 1;
    this.#places.set(name, place);
    this.#rows[row] = place + 1;
  }

  /** Undefined for a person who is new. */
  keeps(row: number): readonly string[] | undefined {
    return this.#lists[(this.#rows[row] ?? 0) - 1];
  }
}

/** The lead without some of its values, by their names as in {@link KnownPeople.add}. */
export function withoutValues(lead: NewLead, names: readonly string[]): NewLead {
  if (names.length === 0) return lead;
  const { customVariables = {}, ...fields } = lead;
  const left: NewLead = { email: lead.email };
  for (const [name, value] of Object.entries(fields))
    if (!names.includes(name)) left[name as keyof typeof fields] = value;
  const variables: [key: string, value: unknown][] = [];
  for (const entry of Object.entries(customVariables))
    if (!names.includes(`{${tagOf(entry[0])}}`)) variables.push(entry);
  if (variables.length > 0) left.customVariables = Object.fromEntries(variables);
  return left;
}
