import { type Criteria, criteriaFields } from '../../../contract/schema/criteria.ts';
import { day } from '../../../domain/window.ts';
import * as stored from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
import { audienceOfProfile, criteriaKey } from './audience-size.ts';

interface Persona {
  readonly title: string;
  readonly seniority: string;
}

export const icpTable = stored.recordTable('icp', {
  id: stored.number,
  workspaceId: stored.number,
  name: stored.text,
  summary: stored.text,
  sourceWebsite: stored.text,
  criteria: stored.json<Criteria>(),
  personas: stored.json<readonly Persona[]>(),
  audienceSize: stored.number,
  sizedAt: stored.maybeNumber,
  /** The criteria it was sized by. */
  sizedBy: stored.maybeText,
  isPrimary: stored.flag(),
  isGenerated: stored.flag(),
  createdAt: stored.number,
});

export type Icp = stored.RecordOf<typeof icpTable>;

/** A profile of the workspace; other workspaces' profiles are not found (spec, ICPs). */
export const icpOf = (sandbox: Sandbox, workspaceId: number, id: number): Icp =>
  icpTable.owned(sandbox, workspaceId, id, 'Ideal customer profile');

export const primaryIcp = (sandbox: Sandbox, workspaceId: number): Icp | undefined =>
  icpTable.first(sandbox, 'WHERE t.workspace_id = ? AND t.is_primary = 1', workspaceId);

type NewIcp = Pick<Icp, 'name' | 'criteria'> & Partial<Icp>;

export const addIcp = (sandbox: Sandbox, workspaceId: number, icp: NewIcp): number =>
  icpTable.insert(sandbox, {
    summary: '',
    sourceWebsite: '',
    personas: [],
    ...icp,
    workspaceId,
    criteria: criteriaOf(icp.criteria),
    createdAt: sandbox.now(),
  });

interface IcpChange extends Criteria {
  readonly name?: string | undefined;
  readonly summary?: string | undefined;
}

/** What is left out stays, an empty list clears; from then on the profile is a person's (spec, PUT /icps/{id}). */
export function changeIcp(sandbox: Sandbox, icp: Icp, change: IcpChange): void {
  const criteria = { ...icp.criteria, ...criteriaOf(change) };
  icpTable.update(sandbox, icp.id, {
    name: change.name ?? icp.name,
    summary: change.summary ?? icp.summary,
    criteria,
    isGenerated: false,
  });
}

function criteriaOf(from: Criteria): Criteria {
  const criteria: Record<string, unknown> = {};
  for (const field of criteriaFields) if (from[field]) criteria[field] = from[field];
  return criteria;
}

/** At most one is primary: the one before is demoted. */
export function makePrimary(sandbox: Sandbox, workspaceId: number, id: number): void {
  sandbox.db
    .prepare('UPDATE icp SET is_primary = 0 WHERE workspace_id = ? AND is_primary = 1')
    .run(workspaceId);
  icpTable.update(sandbox, id, { isPrimary: true });
}

/** How long a count is good for; the spec says that it is cached, and not how long. */
const cachedMs = day;

/** The audience's size: counted now, or what was counted of the same criteria within a day. */
export function sizeIcp(sandbox: Sandbox, icp: Icp): number {
  const key = criteriaKey(icp.criteria);
  const now = sandbox.now();
  if (icp.sizedBy === key && icp.sizedAt !== null && now - icp.sizedAt < cachedMs) return icp.audienceSize;
  const size = audienceOfProfile(sandbox, icp.criteria).length;
  icpTable.update(sandbox, icp.id, { audienceSize: size, sizedAt: now, sizedBy: key });
  return size;
}

export function icpView({ workspaceId, criteria, audienceSize, sizedAt, sizedBy, personas, ...icp }: Icp) {
  const list = (field: (typeof criteriaFields)[number]) => [...(criteria[field] ?? [])];
  return {
    ...icp,
    titles: list('titles'),
    seniorities: list('seniorities'),
    industries: list('industries'),
    companySizes: list('companySizes'),
    keywords: list('keywords'),
    locations: list('locations'),
    personas: personas.map((persona) => ({ ...persona })),
    estimatedAudienceSize: audienceSize,
    audienceSizedAt: maybeTime(sizedAt),
    createdAt: rfc3339(icp.createdAt),
  };
}
