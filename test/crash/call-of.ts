import { operations } from '../../src/contract/index.ts';
import type { AnyInput, AnyOperation } from '../../src/contract/operation.ts';
import type { WireRequest } from '../../src/contract/wire.ts';

/** A call as the client takes it. */
export interface CallMade {
  readonly operation: AnyOperation;
  readonly input: AnyInput;
}

/** Reads what was called out of what was sent; undefined where it is a call of another operation. */
export function readerOf(id: string): (request: WireRequest) => CallMade | undefined {
  const operation = operations.find((known) => known.id === id);
  if (operation === undefined) throw new Error(`no operation is called ${id}`);
  const pattern = new RegExp(`^${operation.route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  return ({ method, path, body }) => {
    const found = method === operation.route.method ? pattern.exec(path) : null;
    if (found === null) return undefined;
    const input = {
      ...(found.groups && { params: { ...found.groups } }),
      ...(body !== undefined && { body: JSON.parse(body) as unknown }),
    };
    return { operation, input };
  };
}
