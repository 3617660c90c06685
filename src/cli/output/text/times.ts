const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Not `Intl`: its tables take longer to load than most commands take to run.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export const isMoment = (text: string): boolean => moment.test(text);

function momentIn(text: string): Date | undefined {
  if (!isMoment(text)) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** `2 h ago` within a day, `14 Dec 16:57` within a year, else `14 Dec 2025`, in the local zone; what is not a moment as it is. */
export function shortTime(text: string, now: number | undefined): string {
  const time = momentIn(text);
  if (time === undefined) return text;
  if (now === undefined) return `${day(time)} ${time.getFullYear()} ${clock(time)}`;
  const ago = now - time.getTime();
  if (Math.abs(ago) < dayMs) return relative(ago);
  const isNear = Math.abs(ago) < 365 * dayMs && time.getFullYear() === new Date(now).getFullYear();
  return isNear ? dayAndTime(time) : `${day(time)} ${time.getFullYear()}`;
}

/** `14 Dec 16:57`, in the local zone. */
export const dayAndTime = (time: Date): string => `${day(time)} ${clock(time)}`;

function relative(ago: number): string {
  const span = Math.abs(ago);
  if (span < minuteMs) return 'just now';
  const text = span < hourMs ? `${Math.floor(span / minuteMs)} min` : `${Math.floor(span / hourMs)} h`;
  return ago > 0 ? `${text} ago` : `in ${text}`;
}

/** `Mon 14 Dec 2026 16:57:03 +01:00`, in the local zone; what is not a moment as it is. */
export function fullTime(text: string): string {
  const time = momentIn(text);
  if (time === undefined) return text;
  return `${weekdays[time.getDay()]} ${day(time)} ${time.getFullYear()} ${clockOf(time)} ${zone(time)}`;
}

/** `16:57:03`, in the local zone; what is not a moment as it is. */
export function timeOfDay(text: string): string {
  const time = momentIn(text);
  return time === undefined ? text : clockOf(time);
}

/** `Mon 14 Dec 2026`, of a day without a time, which is the same in every zone; what is not one as it is. */
export function dayWithWeekday(text: string): string {
  const [year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number) ?? [];
  const time = new Date(year ?? Number.NaN, (month ?? 0) - 1, date, 12);
  if (time.getFullYear() !== year || time.getDate() !== date) return text;
  return `${weekdays[time.getDay()]} ${day(time)} ${time.getFullYear()}`;
}

/** `14 Dec`, of a day without a time; with its year, but where that is the one of `now`. */
export function shortDay(text: string, now?: number): string {
  const [year = 0, month = 0, date] = text.split('-').map(Number);
  const short = `${date} ${months[month - 1]}`;
  return now !== undefined && year === new Date(now).getFullYear() ? short : `${short} ${year}`;
}

const two = (n: number): string => String(n).padStart(2, '0');
const day = (time: Date): string => `${time.getDate()} ${months[time.getMonth()]}`;
const clockOf = (time: Date): string => `${clock(time)}:${two(time.getSeconds())}`;
const clock = (time: Date): string => `${two(time.getHours())}:${two(time.getMinutes())}`;

function zone(time: Date): string {
  const east = -time.getTimezoneOffset();
  if (east === 0) return 'UTC';
  const minutes = Math.abs(east);
  return `${east > 0 ? '+' : '-'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
