import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

/**
 * The Idempotency-Key of a call that takes one: the one that was named, else what it follows from (`derived`), else
 * random for every intent, because a key made of the content would turn a second order of the same things, meant as
 * such, into the first.
 */
export function idempotencyKeyOf(
  { retry }: AnyOperation,
  { idempotencyKey }: AnyInput,
  random: () => number,
  derived?: () => string,
): string | undefined {
  if (retry.kind !== 'idempotencyKey' || idempotencyKey !== undefined) return idempotencyKey;
  return derived?.() ?? randomKey(random);
}

function randomKey(random: () => number): string {
  const words = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32));
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}
