import { type Criteria, criteriaFields } from '../../../contract/schema/criteria.ts';
import { day } from '../../../domain/window.ts';
import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
import { audienceOfProfile, criteriaKey } from './audience-size.ts';

export interface Icp {
  readonly id: number;
  readonly name: string;
  readonly summary: string;
  readonly sourceWebsite: string;
  readonly criteria: Criteria;
  readonly personas: readonly Persona[];
  readonly audienceSize: number;
  readonly sizedAt: number | null;
  /** The criteria it was sized by. */
  readonly sizedBy: string | null;
  readonly isPrimary: boolean;
  readonly isGenerated: boolean;
  readonly createdAt: number;
}

interface Persona {
  readonly title: string;
  readonly seniority: string;
}

type Row = Omit<Icp, 'criteria' | 'personas' | 'isPrimary' | 'isGenerated'> & {
  criteria: string;
  personas: string;
  isPrimary: number;
  isGenerated: number;
};

const select = `SELECT id, name, summary, source_website AS sourceWebsite, criteria, personas,
  audience_size AS audienceSize, sized_at AS sizedAt, sized_by AS sizedBy, is_primary AS isPrimary,
  is_generated AS isGenerated, created_at AS createdAt FROM icp`;

const icpFrom = (row: Row): Icp => ({
  ...row,
  criteria: JSON.parse(row.criteria) as Criteria,
  personas: JSON.parse(row.personas) as Persona[],
  isPrimary: row.isPrimary === 1,
  isGenerated: row.isGenerated === 1,
});

/** A profile of the workspace; other workspaces' profiles are not found (spec, ICPs). */
export function icpOf(sandbox: Sandbox, workspaceId: number, id: number): Icp {
  const row = sandbox.db.prepare(`${select} WHERE id = ? AND workspace_id = ?`).get<Row>(id, workspaceId);
  if (!row) throw new Refusal(404, `Ideal customer profile ${id} not found`);
  return icpFrom(row);
}

export function primaryIcp(sandbox: Sandbox, workspaceId: number): Icp | undefined {
  const row = sandbox.db.prepare(`${select} WHERE workspace_id = ? AND is_primary = 1`).get<Row>(workspaceId);
  return row && icpFrom(row);
}

export function listIcps(sandbox: Sandbox, workspaceId: number, limit: number, offset: number) {
  const rows = sandbox.db
    .prepare(`${select} WHERE workspace_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`)
    .all<Row>(workspaceId, limit, offset);
  const counted = sandbox.db
    .prepare('SELECT count(*) AS total FROM icp WHERE workspace_id = ?')
    .get<{ total: number }>(workspaceId);
  return { icps: rows.map(icpFrom), total: counted?.total ?? 0 };
}

interface NewIcp {
  readonly name: string;
  readonly summary?: string | undefined;
  readonly sourceWebsite?: string;
  readonly criteria: Criteria;
  readonly personas?: readonly Persona[];
  /** Proposed by the AI, as those of Autopilot runs are. */
  readonly generated?: boolean;
}

export function addIcp(sandbox: Sandbox, workspaceId: number, icp: NewIcp): number {
  return sandbox.db
    .prepare(
      `INSERT INTO icp (workspace_id, name, summary, source_website, criteria, personas, is_generated, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      workspaceId,
      icp.name,
      icp.summary ?? '',
      icp.sourceWebsite ?? '',
      JSON.stringify(criteriaOf(icp.criteria)),
      JSON.stringify(icp.personas ?? []),
      icp.generated ? 1 : 0,
      sandbox.now(),
    ).lastInsertRowid;
}

interface IcpChange extends Criteria {
  readonly name?: string | undefined;
  readonly summary?: string | undefined;
}

/** What is left out stays, an empty list clears; from then on the profile is a person's (spec, PUT /icps/{id}). */
export function changeIcp(sandbox: Sandbox, icp: Icp, change: IcpChange): void {
  const criteria = { ...icp.criteria, ...criteriaOf(change) };
  sandbox.db
    .prepare('UPDATE icp SET name = ?, summary = ?, criteria = ?, is_generated = 0 WHERE id = ?')
    .run(change.name ?? icp.name, change.summary ?? icp.summary, JSON.stringify(criteria), icp.id);
}

const criteriaOf = (from: Criteria): Criteria =>
  Object.fromEntries(criteriaFields.flatMap((field) => (from[field] ? [[field, from[field]]] : [])));

/** At most one is primary: the one before is demoted. */
export function makePrimary(sandbox: Sandbox, workspaceId: number, id: number): void {
  sandbox.db
    .prepare('UPDATE icp SET is_primary = 0 WHERE workspace_id = ? AND is_primary = 1')
    .run(workspaceId);
  sandbox.db.prepare('UPDATE icp SET is_primary = 1 WHERE id = ?').run(id);
}

/** How long a count is good for; the spec says that it is cached, and not how long. */
const cachedMs = day;

/** The audience's size: counted now, or what was counted of the same criteria within a day. */
export function sizeIcp(sandbox: Sandbox, icp: Icp): number {
  const key = criteriaKey(icp.criteria);
  const now = sandbox.now();
  if (icp.sizedBy === key && icp.sizedAt !== null && now - icp.sizedAt < cachedMs) return icp.audienceSize;
  const size = audienceOfProfile(sandbox, icp.criteria).length;
  sandbox.db
    .prepare('UPDATE icp SET audience_size = ?, sized_at = ?, sized_by = ? WHERE id = ?')
    .run(size, now, key, icp.id);
  return size;
}

export function icpView({ criteria, audienceSize, sizedAt, sizedBy: _, personas, ...icp }: Icp) {
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
