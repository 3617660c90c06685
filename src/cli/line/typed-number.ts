/**
 * A number as people type it, in plain digits: `2,000`, `1,234.5`, `2k`, `1.5k`. Undefined where it is none, or two:
 * `1.000` is one in one country and a thousand in another.
 */
export function typedNumber(text: string): string | undefined {
  const [, sign = '', digits = '', fraction = '', thousands] =
    /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?(k)?$/i.exec(text) ?? [];
  if (digits === '' || (/^[1-9]\d{0,2}$/.test(digits) && fraction.length === 3)) return undefined;
  const whole = digits.replaceAll(',', '');
  if (thousands === undefined) return `${sign}${whole}${fraction && `.${fraction}`}`;
  // By moving the point, since 1.1 × 1000 is not 1100 in binary.
  const rest = fraction.slice(3);
  return `${sign}${whole}${fraction.slice(0, 3).padEnd(3, '0')}${rest && `.${rest}`}`;
}
