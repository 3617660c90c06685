import type { Problem } from '../contract/schema.ts';
import { defaultProfile } from './world/answers/answer-profile.ts';

const known: Readonly<Record<string, unknown>> = { ...defaultProfile };

/** Breaches in the `answers` of a world file: rates by the names of the profile, as shares of one. */
export function* answerProblems(value: unknown): Generator<Problem> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield { field: '', value, reason: 'must be an object' };
    return;
  }
  for (const [field, given] of Object.entries(value)) {
    const reason = Object.hasOwn(known, field)
      ? misfit(given, known[field])
      : `is none of ${Object.keys(known).join(', ')}`;
    if (reason !== undefined) yield { field, value: given, reason };
  }
}

/** Why a value cannot stand where `usual` does. */
function misfit(given: unknown, usual: unknown): string | undefined {
  if (typeof usual === 'number')
    return isNumber(given) && given >= 0 && given <= 1 ? undefined : 'must be a share from 0 to 1';
  if (!Array.isArray(usual)) return undefined;
  const fits =
    Array.isArray(given) &&
    given.length === usual.length &&
    given.every((part) => isNumber(part) && part > 0);
  return fits ? undefined : `must be ${usual.length} positive numbers`;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
