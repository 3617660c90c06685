import { duration } from '../../base/duration.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import type { Files } from '../../cli/declare/command.ts';
import { type Check, failedBy, passed, warned } from './check.ts';

/** The program, and the variables that change how it reaches the network. */
export const environment = ({ world: { env, version } }: Pick<Files, 'world'>): Check[] => [
  passed('outreach', version),
  proxy(env),
  certificates(env),
];

/** Without the user name and password that a proxy's address may carry. */
function proxy(env: Files['world']['env']): Check {
  const found: string[] = [];
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy']) {
    const address = env[name]?.replace(/\/\/.*@/s, '//…@').replace(/^[^/]*@/s, '…@');
    if (address) found.push(`${name}=${address}`);
  }
  return passed('proxy', found.length > 0 ? found.join(' ') : 'none set');
}

function certificates(env: Files['world']['env']): Check {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return {
      check: 'certificates',
      state: 'failed',
      detail: 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off: live requests are refused',
      hint: 'Unset it; to trust your own certificate authority, set NODE_EXTRA_CA_CERTS.',
    };
  if (env.NODE_EXTRA_CA_CERTS)
    return warned('certificates', `checked, also against NODE_EXTRA_CA_CERTS (slows the start on Node 20)`);
  return passed('certificates', 'checked');
}

/** Opens the sandbox's database and has it check itself. */
export async function sandboxDatabase({ world }: Pick<Files, 'world'>): Promise<Check> {
  const check = 'database';
  try {
    const database = await world.sandboxDatabase();
    const found = database.prepare('PRAGMA quick_check(1)').get<{ quick_check: string }>()?.quick_check;
    const version = database
      .prepare('SELECT sqlite_version() AS version')
      .get<{ version: string }>()?.version;
    if (found === 'ok') return passed(check, `${database.engine}, SQLite ${version}, opened and sound`);
    return {
      check,
      state: 'failed',
      detail: `damaged: ${found}`,
      hint: `Start afresh: ${pattern('sandbox reset')}`,
    };
  } catch (error) {
    return failedBy(check, error);
  }
}

const check = 'shared journal';
/** Leases, days, approvals and budgets go by the clock of the database; what is shown by that of this machine. */
const mostApartMs = 60_000;

/** The journal that several machines share: whether it answers, its version, its clock, and whether this login may use it. */
export async function sharedJournal({ world }: Pick<Files, 'world'>): Promise<Check[]> {
  if ((await world.journal.where()) === null) return [];
  try {
    const found = await (await world.journal.open()).condition?.(world.clock.now);
    if (found === undefined) return [];
    const { where, version, aheadMs, refused, role, readOnly, replaced } = found;
    if (replaced) return [failedBy(check, replaced)];
    const detail = `${where}, version ${version}, its clock ${differenceOf(aheadMs)}`;
    const failed = (what: string, hint: string): Check[] => [
      { check, state: 'failed', detail: `${detail}; ${what}`, hint },
    ];
    if (readOnly !== undefined)
      return failed(
        `it takes no changes: ${readOnly}`,
        'Nothing can be spent, sent or created. Use the address of the primary server.',
      );
    if (refused.length > 0)
      return failed(
        `this login may not read and write ${refused.join(', ')}`,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA outreach TO ${role}`,
      );
    if (Math.abs(aheadMs) <= mostApartMs) return [passed(check, detail)];
    return [warned(check, detail, 'Set the clock on this machine or on the database server.')];
  } catch (error) {
    return [failedBy(check, error)];
  }
}

function differenceOf(aheadMs: number): string {
  const apart = Math.abs(aheadMs);
  if (apart < 1000) return 'within a second of this one';
  return `${duration(apart / 1000)} ${aheadMs < 0 ? 'behind' : 'ahead'}`;
}
