import { Failure } from '../../base/errors.ts';
import type { Settings } from '../declare/settings.ts';
import { checkedRoute, operationNamed } from './checked-route.ts';

/** Throws `usage` where a route that was written by hand is none that `profiles route` would take. */
export function checkRoutes({ profile, routes }: Pick<Settings, 'profile' | 'routes'>): void {
  const texts = Object.fromEntries(
    Object.entries(routes).map(([id, { method, path }]) => [id, `${method} ${path}`]),
  );
  for (const [id, text] of Object.entries(texts))
    try {
      checkedRoute(operationNamed(id), text, texts);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw error.with({ message: `config.json: profiles.${profile}.routes.${id}: ${error.message}` });
    }
}
