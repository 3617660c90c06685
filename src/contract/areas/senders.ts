import { changesSomething } from '../checks/body-check.ts';
import { soundEmail } from '../checks/email-address.ts';
import { businessMailbox } from '../checks/personal-mailbox.ts';
import { limits } from '../limits.ts';
import { area, checkFirst, documented, harmless, inferred, noEffect, read, write } from '../operation.ts';
import { openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

const nameLength = limits.senderNameLength;
const names = { givenName: s.string(1, nameLength), familyName: s.string(0, nameLength) };
const sending = {
  currentDailyLimit: s.integer(...limits.senderDailyLimit),
  minimumSendingsLimitPerDay: s.integer(...limits.senderLimitRange),
  maximumSendingsLimitPerDay: s.integer(...limits.senderLimitRange),
  toggleGradualBuildUp: s.boolean(),
};

const listFields = {
  id: s.id(),
  address: s.string(),
  campaignIds: s.maybe(s.array(s.id())),
  ...s.answered(names),
  provider: s.maybe(s.string()),
  ...s.each(['isConnected', 'manuallyDisconnected'], s.maybe(s.boolean())),
  /** 0-100; null while warm-up is off or before 20 of its emails were checked. */
  healthScore: s.maybe(s.integer()),
  ...s.answered(sending),
  ...s.each(['createdAt', 'updatedAt'], s.maybe(s.timestamp())),
};

const connectionEvent = s.record({
  id: s.id(),
  ...s.each(['campaignId', 'userId'], s.maybe(s.id())),
  ...s.each(['eventType', 'disconnectionReason'], s.maybe(s.string())),
  errorCode: s.maybe(s.unknown()),
  errorMessage: s.maybe(s.string()),
  createdAt: s.maybe(s.timestamp()),
});

const sender = s.record(listFields);

const fullSender = s.record({
  ...listFields,
  errorCode: s.maybe(s.unknown()),
  errorMessage: s.maybe(s.string()),
  /** The last 20, newest first; null in the answer to an update. */
  connectionHistory: s.maybe(s.array(connectionEvent)),
  ...s.each(['lastDisconnectedAt', 'lastReconnectedAt'], s.maybe(s.timestamp())),
  ...s.each(['pictureUrl', 'provisioningStatus', 'signature'], s.maybe(s.string())),
});

const check = { status: s.string(), issues: s.maybe(s.array(s.string())) };

const dnsVitals = s.record({
  senderEmailId: s.id(),
  domain: s.string(),
  checkedAt: s.maybe(s.timestamp()),
  spf: s.record({ ...check, record: s.maybe(s.string()) }),
  dkim: s.record({
    ...check,
    ...s.each(['record', 'selector', 'selectorSource'], s.maybe(s.string())),
    checkedSelectors: s.maybe(s.array(s.string())),
  }),
  dmarc: s.record({ ...check, record: s.maybe(s.string()), policy: s.maybe(s.string()) }),
  mx: s.record({ ...check, hosts: s.maybe(s.array(s.string())) }),
  warmup: s.maybe(
    s.record({
      enrolled: s.maybe(s.boolean()),
      ...s.each(['currentPerDay', 'cap', 'healthScore'], s.maybe(s.integer())),
    }),
  ),
});

const warmupFields = {
  enabled: s.boolean(),
  ...s.each(['startLimit', 'increaseBy', 'capLimit'], s.integer(0)),
  ...s.each(['enableReplies', 'weekdaysOnly'], s.boolean()),
  timezone: s.string(1),
};

const warmup = s.record({
  senderEmailId: s.maybe(s.id()),
  /** False: never enrolled, and the other values are those that enabling would use. */
  configured: s.maybe(s.boolean()),
  ...s.answered(warmupFields),
  activatedAt: s.maybe(s.timestamp()),
  /** Today's target, 0 when off; the ramp's value on weekends even of a mailbox that warms on weekdays only. */
  currentPerDay: s.maybe(s.integer()),
  healthScore: s.maybe(s.integer()),
});

const answer = s.record({ message: s.maybe(s.string()), senderEmail: fullSender });

export const senders = area('senders', {
  list: read({
    summary: 'List sender mailboxes',
    route: documented('GET', '/sender-emails'),
    query: s.object({
      page: s.optional(s.integer(1)),
      limit: s.optional(s.integer(1, 200)),
      ...s.each(['spaceId', 'campaignId'], s.optional(s.id())),
      isConnected: s.optional(s.boolean()),
    }),
    response: s.record({ senderEmails: s.array(sender), ...s.pageCounts }),
    statuses: [400, 500],
    paging: { kind: 'page-hasMore', items: 'senderEmails', default: 20, max: 200 },
  }),
  connect: write({
    summary: 'Connect a mailbox over SMTP and IMAP',
    route: documented('POST', '/sender-emails'),
    ...noEffect,
    retry: checkFirst('senders.list'),
    secrets: ['password'],
    success: 201,
    body: s.object({
      ...s.each(['email', 'imapServerUrl', 'smtpServerUrl', 'password'], s.string(1)),
      loginString: s.optional(s.string()),
      ...s.each(['firstName', 'lastName'], s.optional(s.string(0, nameLength))),
    }),
    checks: [soundEmail, businessMailbox],
    response: answer,
    statuses: [400, 402, 409, 500, 502],
  }),
  get: read({
    summary: 'Show one mailbox with its connection history',
    route: documented('GET', '/sender-emails/:id'),
    response: fullSender,
    statuses: [400, 403, 404],
  }),
  update: write({
    summary: 'Change the given fields of a mailbox',
    route: documented('PUT', '/sender-emails/:id'),
    ...harmless,
    steers: 'mailbox',
    body: s.object(s.requested({ ...names, signature: s.string(), ...sending })),
    checks: [changesSomething],
    response: answer,
    statuses: [400, 403, 404, 500],
  }),
  dns: read({
    summary: "Check the DNS records of a mailbox's domain, live",
    tool: 'check_sender_dns',
    route: documented('GET', '/sender-emails/:id/dns'),
    response: dnsVitals,
    statuses: [400, 401, 404, 422, 500],
  }),
  warmup: read({
    summary: 'Show the warm-up settings of a mailbox',
    route: inferred('GET', '/sender-emails/:id/warmup', 'settings of a mailbox are under its id'),
    answer: openRecord({ shown: 'record', fields: 'closed' }),
    response: warmup,
    statuses: [400, 404],
  }),
  setWarmup: write({
    summary: 'Change the warm-up settings of a mailbox',
    route: inferred('PUT', '/sender-emails/:id/warmup', 'changes are made with PUT throughout'),
    ...harmless,
    // A campaign holds a mailbox back by its health score, which comes from its warm-up.
    steers: 'any campaign',
    body: s.record(s.requested(warmupFields)),
    answer: openRecord({ shown: 'nothing', fields: 'closed' }),
    checks: [changesSomething],
    response: warmup,
    statuses: [400, 404],
  }),
});
