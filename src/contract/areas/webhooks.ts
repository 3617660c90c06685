import { changesSomething } from '../checks/body-check.ts';
import { reachableHost, reachableUrl } from '../checks/webhook-url.ts';
import { eventTypes } from '../events/events.ts';
import { limits } from '../limits.ts';
import { area, checkFirst, documented, read, safe, write } from '../operation.ts';
import { shown } from '../schema/answer-shape.ts';
import {
  array,
  boolean,
  fromOthers,
  id,
  integer,
  maybe,
  object,
  oneOf,
  optional,
  record,
  string,
  timestamp,
} from '../schema/schema.ts';

/** The signing secret is never among them: it is copied and rotated in the app. */
const webhook = record({
  id: id(),
  name: maybe(fromOthers(string())),
  url: string(),
  type: string(),
  isEnabled: maybe(boolean()),
  status: maybe(string()),
  createdAt: maybe(timestamp()),
});

/** Which addresses the service delivers to, the checks say: what is refused may hold a password and is not repeated. */
const url = string(1);
/** The spec gives its length for changes alone; the same field can hardly be longer when it is made. */
const name = string(...limits.webhookNameLength);

const changed = record({ message: maybe(string()), webhook });

export const webhooks = area('webhooks', {
  list: read({
    summary: 'List webhooks',
    tool: 'list_webhooks',
    route: documented('GET', '/webhooks'),
    answer: shown('closed'),
    response: record({ webhooks: array(webhook), total: integer() }),
    statuses: [401, 500],
  }),
  create: write({
    summary: 'Create a webhook for one type of event',
    tool: 'create_webhook',
    route: documented('POST', '/webhooks'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    // Each call creates another one (spec, Webhooks).
    retry: checkFirst('webhooks.list'),
    success: 201,
    body: object({ url, type: oneOf(eventTypes), name: optional(name) }),
    answer: shown('closed'),
    checks: [reachableUrl],
    nameChecks: [reachableHost],
    response: changed,
    statuses: [400, 401, 500],
  }),
  update: write({
    summary: 'Change the given fields of a webhook',
    tool: 'update_webhook',
    route: documented('PUT', '/webhooks/:id'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: safe,
    body: object({
      isEnabled: optional(boolean()),
      name: optional(name),
      type: optional(oneOf(eventTypes)),
      url: optional(url),
    }),
    answer: shown('closed'),
    checks: [changesSomething, reachableUrl],
    nameChecks: [reachableHost],
    response: changed,
    statuses: [400, 401, 404, 500],
  }),
  delete: write({
    summary: 'Delete a webhook',
    tool: 'delete_webhook',
    route: documented('DELETE', '/webhooks/:id'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: safe,
    answer: shown('closed'),
    response: record({ id: id(), message: maybe(string()) }),
    statuses: [400, 401, 404, 500],
  }),
});
