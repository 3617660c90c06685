import { hashText } from '../../../domain/seeded-random.ts';

/** How long a result stays stored after the day of its search: the spec says that refs end, not when. */
const refDays = 7;

const dayMs = 86_400_000;

export interface RefOwner {
  readonly seed: string;
  readonly workspaceId: number;
}

/** Names a result of a search of this workspace. It says itself whom and since when, so nothing need be kept. */
export function makeRef(owner: RefOwner, person: number, at: number): string {
  const day = Math.floor(at / dayMs);
  return `r${person.toString(36)}-${day.toString(36)}-${seal(owner, person, day)}`;
}

/** The person; undefined where the result is no longer stored, or never was. */
export function readRef(owner: RefOwner, ref: string, at: number): number | undefined {
  const [, personText = '', dayText = '', given] =
    /^r([0-9a-z]{1,6})-([0-9a-z]{1,6})-([0-9a-z]+)$/.exec(ref) ?? [];
  const person = Number.parseInt(personText, 36);
  const day = Number.parseInt(dayText, 36);
  if (given !== seal(owner, person, day) || Math.floor(at / dayMs) - day > refDays) return undefined;
  return person;
}

const seal = ({ seed, workspaceId }: RefOwner, person: number, day: number): string =>
  hashText(`ref ${seed} ${workspaceId} ${person} ${day}`).toString(36);
