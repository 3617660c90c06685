import { fraction } from '../../base/seeded-random.ts';

/** Ends in the domain it comes from, as those of mail servers do; the same for the same seed. */
export function messageId(seed: string, id: number, address: string | null): string {
  const mark = Math.floor(fraction(seed, 'message', id) * 2 ** 48).toString(36);
  return `<${id}.${mark}@${address?.slice(address.lastIndexOf('@') + 1) || 'sandbox.example'}>`;
}
