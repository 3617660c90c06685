/** Dollars as a price: `$1,234.50`; amounts below a cent keep four digits so that they do not read as nothing. */
export function usd(amount: number): string {
  const small = amount !== 0 && Math.abs(amount) < 0.01;
  const digits = small ? 4 : 2;
  const text = Math.abs(amount).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${amount < 0 ? '-' : ''}$${text}`;
}

/** `1,234` or `0.5`. */
export const count = (amount: number): string => amount.toLocaleString('en-US');
