import type { Waiver } from '../../domain/launch/problem.ts';
import { ruleIds } from '../../domain/launch/rules.ts';
import type { ActiveWaiver } from '../../domain/launch/verdict.ts';
import type { Surroundings } from '../declare/command.ts';

/** Those of the line, then those of the profile that still hold and that the line does not give itself. */
export function activeWaivers(
  { service, files }: Pick<Surroundings, 'service' | 'files'>,
  given: readonly Waiver[] = [],
): ActiveWaiver[] {
  const ofLine = given.map((waiver) => ({ ...waiver, by: '--accept', until: null }));
  const { profile } = service.settings;
  const standing = profile === null ? [] : (files.profiles.get(profile)?.accept ?? []);
  return [
    ...new Map(ofLine.map((waiver) => [waiver.rule, waiver])).values(),
    ...standing.flatMap(({ rule: name, reason, until = null }) => {
      const rule = ruleIds.find((id) => id === name);
      const isOver = until !== null && Date.parse(until) <= files.world.clock.now();
      const isGiven = ofLine.some((waiver) => waiver.rule === rule);
      return rule && !isOver && !isGiven ? [{ rule, reason, by: `profile ${profile}`, until }] : [];
    }),
  ];
}
