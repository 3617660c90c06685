/** What a state means to the person who looks: all is well, look here, it does not work, nothing happens, not known. */
export type Tone = 'good' | 'warn' | 'bad' | 'idle' | 'unknown';

/** The states of the service and of this program, in small letters with `_` for blanks and hyphens. */
const words: Readonly<Record<Exclude<Tone, 'unknown'>, string>> = {
  good:
    'yes on ok active enabled running connected completed done delivered succeeded passed found valid available ' +
    'verified sent scheduled interested positive meeting_booked approved attached created new unchanged same ready ' +
    'forgotten',
  warn:
    'warning warn partial partially_completed held_back below_the_bar awaiting_approval pending_approval risky ' +
    'catch_all catchall out_of_office open stopped other_shape unconfirmed unacknowledged',
  bad:
    'no off failed fail error missing disabled disconnected killed halted canceled cancelled bounced invalid ' +
    'delivery_incomplete not_interested refused rejected denied expired not_found blocked',
  idle:
    'draft paused pending queued processing prepared building_icp writing_sequence sourcing_prospects ' +
    'provisioning_infrastructure not_done not_tried skipped none inactive planned replaced',
};

const tones: ReadonlyMap<string, Tone> = new Map(
  Object.entries(words).flatMap(([tone, list]) => list.split(' ').map((word) => [word, tone as Tone])),
);

/** By its whole text, else by what is before the first comma or bracket: `killed (running)`, `no, by hand`. */
export function toneOf(state: string | boolean): Tone {
  if (typeof state === 'boolean') return state ? 'good' : 'bad';
  const word = state.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return tones.get(word) ?? tones.get(word.split(/_?[,(:;]/, 1)[0] ?? '') ?? 'unknown';
}
