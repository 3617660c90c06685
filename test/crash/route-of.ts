import { operations } from '../../src/contract/index.ts';
import type { WireRequest } from '../../src/contract/wire.ts';

const patterns = operations.map(({ id, route }) => ({
  id,
  method: route.method,
  path: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** Which operation a request is a call of. */
export const routeOf = ({ method, path }: WireRequest): string | undefined =>
  patterns.find((pattern) => pattern.method === method && pattern.path.test(path))?.id;
