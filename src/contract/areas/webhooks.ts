import { changesSomething } from '../checks/body-check.ts';
import { reachableHost, reachableUrl } from '../checks/webhook-url.ts';
import { eventTypes } from '../events/events.ts';
import { limits } from '../limits.ts';
import { area, checkFirst, documented, harmless, noEffect, read, write } from '../operation.ts';
import * as s from '../schema/schema.ts';

/** The signing secret is never among them: it is copied and rotated in the app. */
const webhook = s.record({
  id: s.id(),
  name: s.maybe(s.fromOthers(s.string())),
  ...s.each(['url', 'type'], s.string()),
  isEnabled: s.maybe(s.boolean()),
  status: s.maybe(s.string()),
  createdAt: s.maybe(s.timestamp()),
});

/** Which addresses the service delivers to, the checks say: what is refused may hold a password and is not repeated. */
const url = s.string(1);
/** The spec gives its length for changes alone; the same field can hardly be longer when it is made. */
const name = s.string(...limits.webhookNameLength);

const changed = s.record({ message: s.maybe(s.string()), webhook });

export const webhooks = area('webhooks', {
  list: read({
    summary: 'List webhooks',
    route: documented('GET', '/webhooks'),
    response: s.record({ webhooks: s.array(webhook), total: s.integer() }),
    statuses: [401, 500],
  }),
  create: write({
    summary: 'Create a webhook for one type of event',
    route: documented('POST', '/webhooks'),
    ...noEffect,
    // Each call creates another one (spec, Webhooks).
    retry: checkFirst('webhooks.list'),
    success: 201,
    body: s.object({ url, type: s.oneOf(eventTypes), name: s.optional(name) }),
    checks: [reachableUrl],
    nameChecks: [reachableHost],
    response: changed,
    statuses: [400, 401, 500],
  }),
  update: write({
    summary: 'Change the given fields of a webhook',
    route: documented('PUT', '/webhooks/:id'),
    ...harmless,
    body: s.object({
      isEnabled: s.optional(s.boolean()),
      name: s.optional(name),
      type: s.optional(s.oneOf(eventTypes)),
      url: s.optional(url),
    }),
    checks: [changesSomething, reachableUrl],
    nameChecks: [reachableHost],
    response: changed,
    statuses: [400, 401, 404, 500],
  }),
  delete: write({
    summary: 'Delete a webhook',
    route: documented('DELETE', '/webhooks/:id'),
    ...harmless,
    response: s.record({ id: s.id(), message: s.maybe(s.string()) }),
    statuses: [400, 401, 404, 500],
  }),
});
