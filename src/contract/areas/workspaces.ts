import { area, checkFirst, documented, never, read, write } from '../operation.ts';
import { openList, openRecord } from '../schema/answer-shape.ts';
import {
  array,
  boolean,
  id,
  integer,
  maybe,
  oneOf,
  optional,
  record,
  string,
  timestamp,
} from '../schema/schema.ts';

/** What a key may do, chosen when it is made (spec, Authentication 4). */
export const keyScopes = ['read', 'read_write'] as const;

/** The spec leaves the fields of a workspace open; beside id and name these are ours. */
const workspace = record({
  id: id(),
  name: maybe(string()),
  isMain: maybe(boolean()),
  parentId: maybe(id()),
  plan: maybe(string()),
});

/** The spec shows no shape; `key` shows the new key, once and never again. */
const apiKey = record({
  id: maybe(id()),
  key: maybe(string()),
  name: maybe(string()),
  scope: maybe(string()),
  workspaceId: maybe(id()),
  createdAt: maybe(timestamp()),
});

/** Creating anything here needs a key of the main workspace (spec, Authentication 5). */
export const workspaces = area('workspaces', {
  list: read({
    summary: 'List workspaces; with a key of the main workspace, all of the account',
    tool: 'list_workspaces',
    route: documented('GET', '/workspaces'),
    answer: openList({
      shown: 'nothing',
      fields: 'open',
      under: 'workspaces',
      known: ['id', 'name', 'isMain'],
    }),
    response: record({ workspaces: array(workspace), total: maybe(integer()) }),
  }),
  create: write({
    summary: 'Create a child workspace',
    tool: 'create_workspace',
    route: documented('POST', '/workspaces'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: checkFirst('workspaces.list'),
    /** The spec does not show the request; a name is the least that a workspace needs. */
    body: record({ name: string(1, 255) }),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      under: 'workspace',
      known: ['id', 'name', 'isMain', 'parentId'],
    }),
    response: record({ message: maybe(string()), workspace: maybe(workspace) }),
    statuses: [400, 403],
  }),
  createKey: write({
    summary: 'Create a key for a child workspace',
    tool: 'create_workspace_key',
    route: documented('POST', '/workspaces/:id/api-keys'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    // A key buys, spends and sends, and no profile holds it back.
    steers: 'keys',
    // A key whose answer was lost is lost, and no call lists keys: a person decides about another one.
    retry: never,
    givesKey: 'always',
    body: record({ scope: optional(oneOf(keyScopes)), name: optional(string(1, 255)) }),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      under: 'apiKey',
      known: ['key', 'id', 'scope', 'workspaceId'],
    }),
    response: record({ message: maybe(string()), apiKey: maybe(apiKey) }),
    statuses: [400, 403, 404],
  }),
});
