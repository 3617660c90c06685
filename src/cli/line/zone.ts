import { nearest } from '../../base/text/nearest.ts';
import { type Place, withNearest, wrongValue } from './wrong-value.ts';

/** A time zone by its IANA name in any case, or by its city alone: `Berlin`. Throws `usage` with the nearest ones. */
export function zoneFrom(word: string, place: Place): string {
  const zones = Intl.supportedValuesOf('timeZone');
  const same = zones.find((zone) => plain(zone) === plain(word));
  if (same !== undefined) return same;
  const [inCity, ...others] = zones.filter((zone) => plain(cityOf(zone)) === plain(word));
  if (inCity !== undefined && others.length === 0) {
    place.note(`${place.label} ${word} means ${inCity}.`);
    return inCity;
  }
  if (isZone(word)) return word;
  const near = nearest(cityOf(word), zones.map(cityOf)).map(
    (city) => zones.find((zone) => cityOf(zone) === city) ?? city,
  );
  throw withNearest(wrongValue(place, 'a time zone like Europe/Lisbon', word), place, word, near);
}

const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1);
const plain = (text: string): string => text.trim().toLowerCase().replaceAll(' ', '_');

/** Older names are not listed: `Asia/Calcutta`, `UTC`. */
function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
