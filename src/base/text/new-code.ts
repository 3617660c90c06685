/** No letters and digits that look alike. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const length = 8;

/** Names an approval or a budget, for people to type. */
export const newCode = (random: () => number): string =>
  Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
