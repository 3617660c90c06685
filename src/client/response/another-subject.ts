import { isRecord } from '../../base/is-record.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { fieldsOf } from '../../contract/schema/schema.ts';
import type { Fields } from './canonical.ts';
import type { Answered } from './exchange.ts';

/** As where a cache mixes answers up: acting on it would block the wrong one. Undefined where the same or unsaid. */
export function anotherSubject(
  { operation, input }: Pick<Answered, 'operation' | 'input'>,
  value: unknown,
): string | undefined {
  const asked = input?.params?.id;
  if (asked === undefined || !isRecord(value)) return undefined;
  const [field, id] = idIn(operation, value) ?? [];
  if (id === undefined || id === null || plain(id) === plain(asked)) return undefined;
  return `its ${field} is ${JSON.stringify(String(id))}, and ${asked} was asked for`;
}

/** The id of what the path names. Any other id in an answer may be that of something else: a key, an email. */
function idIn(
  { route, response, idField }: AnyOperation,
  value: Fields,
): [field: string, id: unknown] | undefined {
  if (idField !== undefined) return [idField, value[idField]];
  const [, plural = '', rest] = /([\w-]+)\/:id(\/.*)?$/.exec(route.path) ?? [];
  const name = plural.replace(/s$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (fieldsOf(response).includes(`${name}Id`)) return [`${name}Id`, value[`${name}Id`]];
  if (rest === undefined && value.id !== undefined) return ['id', value.id];
  const records = Object.entries(value).filter(([, inner]) => isRecord(inner) && inner.id !== undefined);
  const [only] = rest === undefined && records.length === 1 ? records : [[name, value[name]] as const];
  return only && isRecord(only[1]) ? [`${only[0]}.id`, only[1].id] : undefined;
}

/** `007` is 7. */
const plain = (id: unknown): string => String(id).replace(/^0+(?=\d)/, '');
