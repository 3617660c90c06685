const dayMs = 86_400_000;

/**
 * A moment as people write it, in UTC like everything the service counts by: `Mon 09:00` or `monday` (the next one),
 * `09:00` (the next time it is nine), `2026-11-23`, `2026-11-23 09:00` or RFC 3339. Undefined where it is none of these.
 */
export function parseMoment(text: string, now: number): number | undefined {
  const words = text.trim().toLowerCase();
  const date = dateOf(words);
  if (date !== undefined) return date;
  const [, dayName = '', clock = ''] = /^([a-z]*)\s*(\d{1,2}:\d{2})?$/.exec(words) ?? [];
  if (dayName === '' && clock === '') return undefined;
  const minutes = minutesOf(clock);
  const day = dayName === '' ? undefined : dayOf(dayName);
  if (minutes === undefined || (dayName !== '' && day === undefined)) return undefined;
  const today = now - (now % dayMs);
  for (let ahead = 0; ahead <= 7; ahead++) {
    const moment = today + ahead * dayMs + minutes * 60_000;
    if (moment > now && (day === undefined || new Date(moment).getUTCDay() === day)) return moment;
  }
  return undefined;
}

function dateOf(text: string): number | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  if (!parts) return undefined;
  const [, date, time = '00:00', zone = 'z'] = parts;
  const at = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at) || Number.isNaN(day)) return undefined;
  // Date.parse turns the 30th of February into the 2nd of March.
  return new Date(day).toISOString().startsWith(date ?? '') ? at : undefined;
}

function dayOf(name: string): number | undefined {
  if (name.length < 3) return undefined;
  const full = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const found = full.findIndex((day) => day.startsWith(name));
  return found < 0 ? undefined : found;
}

function minutesOf(clock: string): number | undefined {
  if (clock === '') return 0;
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined;
}
