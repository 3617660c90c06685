import { soundValue, soundValues } from '../checks/block-value.ts';
import { limits } from '../limits.ts';
import { area, documented, harmless, inferred, read, write } from '../operation.ts';
import { openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

/** The lists: of one workspace, or of the whole account. Writing to the global one needs a key of the main workspace. */
export const blocklistScopes = ['workspace', 'global'] as const;
/** A deletion can also look through both. */
export const deletionScopes = [...blocklistScopes, 'all'] as const;

const entry = {
  id: s.id(),
  ...s.each(['domain', 'emailAddress'], s.maybe(s.fromOthers(s.string()))),
  scope: s.maybe(s.string()),
  /** Of a global entry that is read from a child workspace: the main one. */
  workspaceId: s.maybe(s.id()),
  createdAt: s.maybe(s.timestamp()),
};

const value = s.string(1);

const removal = s.object({
  ids: s.optional(s.array(s.id())),
  /** Matched whatever their case. */
  values: s.optional(s.array(value)),
  scope: s.optional(s.oneOf(deletionScopes)),
});

const atLeastOne = (what: string, ...given: readonly unknown[]): s.Problem[] =>
  s.problemAt('', undefined, given.every((one) => one === undefined) && what);

const change = s.object({
  /** An address if it contains @, else a domain. */
  value: s.optional(value),
  /** Moves the entry to the other list. */
  scope: s.optional(s.oneOf(blocklistScopes)),
});

export const blocklist = area('blocklist', {
  list: read({
    summary: 'List blocked domains and addresses, newest first',
    route: documented('GET', '/blocklist'),
    query: s.object({ limit: s.optional(s.integer(1, 1000)), offset: s.optional(s.integer(0)) }),
    response: s.record({ items: s.array(s.record(entry)), totalCount: s.integer() }),
    paging: { kind: 'offset', items: 'items', default: 100, max: 1000 },
  }),
  add: write({
    summary: 'Block domains and addresses',
    tool: 'add_to_blocklist',
    route: inferred('POST', '/blocklist', 'creating is a POST to the list'),
    ...harmless,
    stops: 'mail',
    // What is blocked already is skipped.
    body: s.object({
      values: s.array(value, 1, limits.blocklistValuesPerCall),
      scope: s.optional(s.oneOf(blocklistScopes)),
    }),
    answer: openRecord({ shown: 'whole', fields: 'closed' }),
    checks: [soundValues],
    response: s.record({ created: s.integer(), skipped: s.integer(), scope: s.nullable(s.string()) }),
    statuses: [400, 403],
  }),
  update: write({
    summary: 'Change the value of a blocklist entry, or move it to the other list',
    route: inferred('PUT', '/blocklist/:id', 'changing one is a PUT under its id'),
    ...harmless,
    steers: 'blocked people',
    body: s.ruled(change, ({ value, scope }) => atLeastOne('must have a value or a scope', value, scope)),
    answer: openRecord({ shown: 'nothing', fields: 'closed', under: 'entry' }),
    checks: [soundValue],
    /** The spec does not show the answer; the message and the entry are ours, as other changes answer. */
    response: s.record({ message: s.maybe(s.string()), entry: s.maybe(s.record(entry)) }),
    statuses: [400, 403, 404, 409],
  }),
  remove: write({
    summary: 'Remove domains and addresses from the blocklist',
    tool: 'remove_from_blocklist',
    route: inferred('DELETE', '/blocklist', 'deleting several is a DELETE of the list'),
    ...harmless,
    body: s.ruled(removal, ({ ids, values }) => atLeastOne('must have ids or values', ids, values)),
    answer: openRecord({ shown: 'whole', fields: 'closed' }),
    checks: [soundValues],
    response: s.record({ deleted: s.integer(), skipped: s.integer() }),
    statuses: [400, 403],
  }),
  removeEntry: write({
    summary: 'Remove one entry from the blocklist',
    route: inferred('DELETE', '/blocklist/:id', 'deleting one is a DELETE under its id'),
    ...harmless,
    answer: openRecord({ shown: 'whole', fields: 'closed' }),
    response: s.record({ id: s.id(), message: s.maybe(s.string()) }),
    statuses: [403, 404],
  }),
});
