const spelled = new Map([
  ['building_icp', 'building ICP'],
  ['read_write', 'read-write'],
]);

/** A word of the service as people write it: `not_interested` is `not interested`, `MISSING` is `missing`. */
export const plainWords = (word: string): string =>
  spelled.get(word) ?? (/^[A-Z_]{3,}$/.test(word) ? word.toLowerCase() : word).replaceAll('_', ' ');
