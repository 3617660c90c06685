import { exactText } from '../../../base/exact-json.ts';
import { SpooledText } from '../../../cli/files/spooled-text.ts';
import type { Spool } from '../../../cli/files/transfers.ts';
import { csvLine } from '../../../cli/output/formats/csv.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import { leadFieldNames } from '../../../contract/lead-fields.ts';
import { beforeColumns } from '../../../domain/lead-file/lead-mapping.ts';
import type { Change } from './import-result.ts';
import type { StoredLead } from './who-is-there.ts';

/**
 * The old values of what an import changes, in a file that an import puts back. They wait in a spool until it is known which
 * columns there are.
 */
export class BeforeFile {
  readonly #text: SpooledText;
  readonly #columns = new Set<string>();

  constructor(openSpool: () => Promise<Spool>) {
    this.#text = new SpooledText(openSpool);
  }

  async add(stored: StoredLead, changes: readonly Change[]): Promise<void> {
    const values: Record<string, string> = { email: stored.email };
    const tags = new Set<string>();
    const wereEmpty: string[] = [];
    for (const { field, from } of changes) {
      const isVariable = field.startsWith('{');
      this.#columns.add(isVariable ? 'customVariables' : field);
      if (from === null) wereEmpty.push(field);
      else if (isVariable) tags.add(field);
      else values[field] = String(from);
    }
    const variables = Object.entries(stored.customVariables ?? {}).filter(([key]) =>
      tags.has(`{${tagOf(key)}}`),
    );
    // With their types and under their own names, which a column of their own would lose.
    if (variables.length > 0) values.customVariables = exactText(Object.fromEntries(variables));
    await this.#text.add(`${JSON.stringify([values, wereEmpty.join(', ')])}\n`);
  }

  async *pieces(newcomers: AsyncIterable<string>): AsyncGenerator<string> {
    const columns = [...leadFieldNames, 'customVariables'].filter(
      (name) => name === 'email' || this.#columns.has(name),
    );
    yield csvLine([...columns, ...beforeColumns]);
    for await (const line of linesOf(this.#text.pieces())) {
      const [values, wereEmpty] = JSON.parse(line) as [Record<string, string>, string];
      yield csvLine([...columns.map((name) => values[name] ?? ''), wereEmpty, '']);
    }
    for await (const email of newcomers)
      yield csvLine([email, ...Array(columns.length - 1).fill(''), '', 'yes']);
  }

  close(): Promise<void> {
    return this.#text.close();
  }
}

async function* linesOf(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
