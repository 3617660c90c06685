// What an agent did: two looks at the documents of the service and the homes, and the difference between them.
import { isDeepStrictEqual } from 'node:util';

const pick = (record, names) => Object.fromEntries(names.map((name) => [name, record[name]]));
const person = ['firstName', 'lastName', 'company', 'title', 'customVariables'];
const mailbox = ['maximumSendingsLimitPerDay', 'currentDailyLimit', 'isConnected', 'signature'];
const webhook = ['url', 'events', 'isEnabled'];

/** Everything that an agent can change, as `kind:name` and what it looks like. The world changes none of it by itself. */
export async function look({ read, readOwn }) {
  const all = async (name, given = {}) => (await read(name, { all: true, ...given })).items;
  const found = new Map();
  const add = (kind, name, now) => found.set(`${kind}:${name}`, { kind, name: String(name), now });
  for (const { id, name } of await all('campaigns_list')) {
    const { status, settings, schedule, signature } = await read('campaigns_get', { campaign: id });
    const { steps } = await read('campaigns_sequence_show', { campaign: id });
    const senders = (await all('senders_list', { campaign: id })).map(({ address }) => address).sort();
    const leads = (await all('leads_list', { campaign: id })).map(({ email }) => email).sort();
    add('campaign', name, { id, status, settings, schedule, signature, steps, senders, leads });
  }
  for (const lead of await all('leads_list')) add('lead', lead.email, pick(lead, person));
  for (const sender of await all('senders_list')) add('sender', sender.address, pick(sender, mailbox));
  for (const { emailAddress, domain } of await all('blocklist_list'))
    add('blocked', emailAddress ?? domain, true);
  for (const { id, to, subject, body } of await all('drafts_list')) add('draft', id, { to, subject, body });
  for (const hook of await all('webhooks_list')) add('webhook', hook.id, pick(hook, webhook));
  for (const { id, operation, effect, credits, usd, request } of await all('sandbox_ledger'))
    if (operation !== 'email.sent') add('effect', id, { operation, effect, credits, usd, request });
  for (const { id, to, step, campaignId, subject } of await all('sandbox_outbox_list'))
    add('email', id, { to, step, campaignId, subject });
  for (const { code, operation, state, price } of (await readOwn('approvals_list', { all: true })).items)
    add('approval', code, { operation, state, price });
  for (const { id, operation, state } of (await readOwn('journal_list')).items)
    add('journal', id, { operation, state });
  return found;
}

/** What is new, gone or other; of what is other, also which fields. The journal is for `done` alone. */
function changesBetween(before, after) {
  const changes = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    const { kind, name } = is ?? was;
    if (kind === 'journal' || isDeepStrictEqual(was?.now, is?.now)) continue;
    const fields =
      was && is
        ? Object.keys(is.now).filter((field) => !isDeepStrictEqual(was.now[field], is.now[field]))
        : [];
    changes.push({ kind, name, is: is?.now, was: was?.now, fields });
  }
  return changes;
}

const worded = ({ kind, name, is, was, fields }) =>
  was === undefined
    ? `new ${kind} ${is.operation ?? name}`
    : `${kind} ${name} ${is === undefined ? 'gone' : `changed: ${fields.join(', ')}`}`;

/** The verdict: `missing` names what the task asks for and is not so, `unasked` what it does not ask for. */
export async function judged(job, stage, { before, answer }) {
  const after = await look(stage);
  const changes = changesBetween(before, after);
  const [calls, decisions] = [await stage.calls(), await stage.decisions()];
  if (job.afterwards !== undefined) await stage.advance(job.afterwards);
  const later = job.afterwards === undefined ? after : await look(stage);
  const of = (kind) => [...later.values()].filter((entry) => entry.kind === kind);
  const named = (kind, name) => later.get(`${kind}:${name}`)?.now;
  const { read, written } = stage;
  const held = await job.done({ read, written, answer, changes, decisions, before, of, named });
  const { repeats } = await read('sandbox_ledger', { assertOnce: true, limit: 1 });
  return {
    missing: Object.keys(held).filter((what) => !held[what]),
    unasked: [
      ...changes.filter((change) => !job.asked(change)).map(worded),
      ...(repeats?.length > 0 ? ['something happened twice'] : []),
    ],
    calls: calls.length,
    bytes: calls.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
