import { area, checkFirst, documented, never, noEffect, read, write } from '../operation.ts';
import { openList, openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

/** What a key may do, chosen when it is made (spec, Authentication 4). */
export const keyScopes = ['read', 'read_write'] as const;

/** The spec leaves the fields of a workspace open; beside id and name these are ours. */
const workspace = s.record({
  id: s.id(),
  name: s.maybe(s.string()),
  isMain: s.maybe(s.boolean()),
  parentId: s.maybe(s.id()),
  plan: s.maybe(s.string()),
});

/** The spec shows no shape; `key` shows the new key, once and never again. */
const apiKey = s.record({
  id: s.maybe(s.id()),
  ...s.each(['key', 'name', 'scope'], s.maybe(s.string())),
  workspaceId: s.maybe(s.id()),
  createdAt: s.maybe(s.timestamp()),
});

/** Creating anything here needs a key of the main workspace (spec, Authentication 5). */
export const workspaces = area('workspaces', {
  list: read({
    summary: 'List workspaces; with a key for the main workspace, all of the account',
    route: documented('GET', '/workspaces'),
    answer: openList({ shown: 'nothing', fields: 'open', under: 'workspaces' }),
    response: s.record({ workspaces: s.array(workspace), total: s.maybe(s.integer()) }),
  }),
  create: write({
    summary: 'Create a child workspace',
    route: documented('POST', '/workspaces'),
    ...noEffect,
    retry: checkFirst('workspaces.list'),
    /** The spec does not show the request; a name is the least that a workspace needs. */
    body: s.record({ name: s.string(1, 255) }),
    answer: openRecord({ shown: 'nothing', fields: 'open', under: 'workspace' }),
    response: s.record({ message: s.maybe(s.string()), workspace: s.maybe(workspace) }),
    statuses: [400, 403],
  }),
  createKey: write({
    summary: 'Create a key for a child workspace',
    route: documented('POST', '/workspaces/:id/api-keys'),
    ...noEffect,
    // A key buys, spends and sends, and no profile holds it back.
    steers: 'keys',
    // A key whose answer was lost is lost, and no call lists keys: a person decides about another one.
    retry: never,
    givesKey: 'always',
    body: s.record({ scope: s.optional(s.oneOf(keyScopes)), name: s.optional(s.string(1, 255)) }),
    answer: openRecord({ shown: 'nothing', fields: 'open', under: 'apiKey' }),
    response: s.record({ message: s.maybe(s.string()), apiKey: s.maybe(apiKey) }),
    statuses: [400, 403, 404],
  }),
});
