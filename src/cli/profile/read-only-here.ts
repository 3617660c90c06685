import { Failure } from '../../base/errors.ts';
import type { Settings } from '../declare/settings.ts';

/** Why nothing of the service can be changed with these settings, as far as that is known without a call. */
export function readOnlyHere({
  readOnly,
  guardsOf,
  scope,
}: Pick<Settings, 'readOnly' | 'guardsOf' | 'scope'>): string | undefined {
  if (readOnly) return `The profile '${guardsOf?.readOnly?.join("', '")}' is set to read-only`;
  return scope === 'read' ? 'This API key is read-only' : undefined;
}

/** For a dry run, which would otherwise plan what the service refuses. */
export function refusedHere(settings: Parameters<typeof readOnlyHere>[0]): Failure | undefined {
  const why = readOnlyHere(settings);
  return why === undefined ? undefined : new Failure('forbidden', why);
}
