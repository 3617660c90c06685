import { finder } from '../../contract/areas/finder.ts';
import type { Context, Screen } from '../declare/command.ts';
import { typedNumber } from '../line/typed-number.ts';

/** One number of employees, which no list of bands holds as such: `20`, `2,000`, `2k`. */
export const isHeadcount = (size: string): boolean => typedNumber(size.trim()) !== undefined;

/** The band of the list that a size means: the one a number lies in, or the same one written in another way. */
export function bandOf(size: string, bands: readonly string[]): string | undefined {
  const wanted = rangeOf(size);
  if (wanted === undefined) return undefined;
  const [least, most] = wanted;
  return bands.find((band) => {
    const [from, to] = rangeOf(band) ?? [];
    if (from === undefined || to === undefined) return false;
    return (from === least && to === most) || (isHeadcount(size) && from <= least && least <= to);
  });
}

type Range = readonly [from: number, to: number];

/** `1,001–5,000 employees`, `10001+`, `20`. */
function rangeOf(text: string): Range | undefined {
  const plain = text.toLowerCase().replaceAll(/employees|people|[,\s]/g, '');
  const number = isHeadcount(text) ? Number(typedNumber(text.trim())) : Number.NaN;
  if (!Number.isNaN(number)) return [number, number];
  const [, from, to, open] = /^(\d+)(?:[-–—](\d+)|(\+))$/.exec(plain) ?? [];
  if (from === undefined) return undefined;
  return [Number(from), open === undefined ? Number(to) : Number.POSITIVE_INFINITY];
}

/** Sizes by the names of their bands, which a note says. Reads the bands where a number is given. */
export async function sizesByBand(
  { service, screen }: Pick<Context, 'service' | 'screen'>,
  sizes: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (!sizes?.some(isHeadcount)) return sizes && [...sizes];
  const { companySizes } = await service.api(finder.filters);
  return sizes.map((size) => {
    const band = bandOf(size, companySizes ?? []);
    if (band !== undefined) noteBand(screen.note, size, band);
    return band ?? size;
  });
}

export const noteBand = (note: Screen['note'], size: string, band: string): void => {
  if (size !== band) note(`--size ${size} means ${band}.`);
};
