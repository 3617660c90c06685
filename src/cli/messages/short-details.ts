import { counted, grouped } from '../../base/counted.ts';
import { shorten } from '../../client/request/excerpt.ts';
import { exactJson } from '../output/text/json.ts';

/** How many characters the details of an error may take: what a service adds to one has no limit but that of an answer. */
export const mostDetails = 64 * 1024;

type Details = Readonly<Record<string, unknown>>;

/** The details of an error, as far as they fit; `shortened` says by how much they were cut. Most fit and stay as they are. */
export function shortDetails(details: Details): Details {
  const all = exactJson(details).length;
  if (all <= mostDetails) return details;
  let left = mostDetails;
  const kept = Object.entries(details).flatMap(([name, value]): [string, unknown][] => {
    if (name.length >= left) return [];
    const cut = cutTo(value, left - name.length);
    if (cut === undefined) return [];
    left -= name.length + exactJson(cut).length;
    return [[name, cut]];
  });
  const note = `${counted(all, 'character')} of details; what fits into ${grouped(mostDetails)} is shown`;
  return { ...Object.fromEntries(kept), shortened: note };
}

/** A text or list as far as it fits into half of the room, which leaves some to what follows; undefined for other values. */
function cutTo(value: unknown, all: number): unknown {
  if (value === undefined || exactJson(value).length <= all) return value;
  const room = all / 2;
  // A character may take six in JSON.
  if (typeof value === 'string') return shorten(value, Math.max(1, Math.floor(room / 6)));
  if (!Array.isArray(value)) return undefined;
  let used = 2;
  const over = value.findIndex((item) => {
    used += exactJson(item ?? null).length + 1;
    return used > room;
  });
  return value.slice(0, over);
}
