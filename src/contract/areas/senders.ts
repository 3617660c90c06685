import { changesSomething } from '../checks/body-check.ts';
import { soundEmail } from '../checks/email-address.ts';
import { businessMailbox } from '../checks/personal-mailbox.ts';
import { limits } from '../limits.ts';
import { area, checkFirst, documented, inferred, read, safe, write } from '../operation.ts';
import { openRecord, shown } from '../schema/answer-shape.ts';
import {
  answered,
  array,
  boolean,
  id,
  integer,
  maybe,
  object,
  optional,
  pageCounts,
  record,
  requested,
  string,
  timestamp,
  unknown,
} from '../schema/schema.ts';

const nameLength = limits.senderNameLength;
/** What a change of a mailbox takes. */
const names = { givenName: string(1, nameLength), familyName: string(0, nameLength) };
const sending = {
  currentDailyLimit: integer(...limits.senderDailyLimit),
  minimumSendingsLimitPerDay: integer(...limits.senderLimitRange),
  maximumSendingsLimitPerDay: integer(...limits.senderLimitRange),
  toggleGradualBuildUp: boolean(),
};

const listFields = {
  id: id(),
  address: string(),
  campaignIds: maybe(array(id())),
  ...answered(names),
  provider: maybe(string()),
  isConnected: maybe(boolean()),
  manuallyDisconnected: maybe(boolean()),
  /** 0-100; null while warm-up is off or before 20 of its emails were checked. */
  healthScore: maybe(integer()),
  ...answered(sending),
  createdAt: maybe(timestamp()),
  updatedAt: maybe(timestamp()),
};

const connectionEvent = record({
  id: id(),
  campaignId: maybe(id()),
  userId: maybe(id()),
  eventType: maybe(string()),
  disconnectionReason: maybe(string()),
  errorCode: maybe(unknown()),
  errorMessage: maybe(string()),
  createdAt: maybe(timestamp()),
});

/** SenderEmailListItem. */
const sender = record(listFields);

/** SenderEmailResponse. */
const fullSender = record({
  ...listFields,
  errorCode: maybe(unknown()),
  errorMessage: maybe(string()),
  /** The last 20, newest first; null in the answer to an update. */
  connectionHistory: maybe(array(connectionEvent)),
  lastDisconnectedAt: maybe(timestamp()),
  lastReconnectedAt: maybe(timestamp()),
  pictureUrl: maybe(string()),
  provisioningStatus: maybe(string()),
  signature: maybe(string()),
});

const check = { status: string(), issues: maybe(array(string())) };

const dnsVitals = record({
  senderEmailId: id(),
  domain: string(),
  checkedAt: maybe(timestamp()),
  spf: record({ ...check, record: maybe(string()) }),
  dkim: record({
    ...check,
    record: maybe(string()),
    selector: maybe(string()),
    selectorSource: maybe(string()),
    checkedSelectors: maybe(array(string())),
  }),
  dmarc: record({ ...check, record: maybe(string()), policy: maybe(string()) }),
  mx: record({ ...check, hosts: maybe(array(string())) }),
  warmup: maybe(
    record({
      enrolled: maybe(boolean()),
      currentPerDay: maybe(integer()),
      cap: maybe(integer()),
      healthScore: maybe(integer()),
    }),
  ),
});

const warmupFields = {
  enabled: boolean(),
  startLimit: integer(0),
  increaseBy: integer(0),
  capLimit: integer(0),
  enableReplies: boolean(),
  weekdaysOnly: boolean(),
  timezone: string(1),
};

const warmup = record({
  senderEmailId: maybe(id()),
  /** False: never enrolled, and the other values are those that enabling would use. */
  configured: maybe(boolean()),
  ...answered(warmupFields),
  activatedAt: maybe(timestamp()),
  /** Today's target, 0 when off; the ramp's value on weekends even of a mailbox that warms on weekdays only. */
  currentPerDay: maybe(integer()),
  healthScore: maybe(integer()),
});

const answer = record({ message: maybe(string()), senderEmail: fullSender });

/** The fields by which warm-up settings are recognised in any envelope. */
const warmupIsKnownBy = [
  'senderEmailId',
  'configured',
  'enabled',
  'startLimit',
  'increaseBy',
  'capLimit',
  'currentPerDay',
];

export const senders = area('senders', {
  list: read({
    summary: 'List sender mailboxes',
    tool: 'list_senders',
    route: documented('GET', '/sender-emails'),
    query: object({
      page: optional(integer(1)),
      limit: optional(integer(1, 200)),
      spaceId: optional(id()),
      campaignId: optional(id()),
      isConnected: optional(boolean()),
    }),
    answer: shown('closed'),
    response: record({ senderEmails: array(sender), ...pageCounts }),
    statuses: [400, 500],
    paging: { kind: 'page-hasMore', items: 'senderEmails', default: 20, max: 200 },
  }),
  connect: write({
    summary: 'Connect a mailbox over SMTP and IMAP',
    tool: 'connect_sender',
    route: documented('POST', '/sender-emails'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: checkFirst('senders.list'),
    secrets: ['password'],
    success: 201,
    body: object({
      email: string(1),
      imapServerUrl: string(1),
      smtpServerUrl: string(1),
      password: string(1),
      loginString: optional(string()),
      firstName: optional(string(0, nameLength)),
      lastName: optional(string(0, nameLength)),
    }),
    answer: shown('closed'),
    checks: [soundEmail, businessMailbox],
    response: answer,
    statuses: [400, 402, 409, 500, 502],
  }),
  get: read({
    summary: 'Show one mailbox with its connection history',
    tool: 'get_sender',
    route: documented('GET', '/sender-emails/:id'),
    answer: shown('closed'),
    response: fullSender,
    statuses: [400, 403, 404],
  }),
  update: write({
    summary: 'Change the given fields of a mailbox',
    tool: 'update_sender',
    route: documented('PUT', '/sender-emails/:id'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    steers: 'mailbox',
    retry: safe,
    body: object(requested({ ...names, signature: string(), ...sending })),
    answer: shown('closed'),
    checks: [changesSomething],
    response: answer,
    statuses: [400, 403, 404, 500],
  }),
  dns: read({
    summary: "Check the DNS records of a mailbox's domain, live",
    tool: 'check_sender_dns',
    route: documented('GET', '/sender-emails/:id/dns'),
    answer: shown('closed'),
    response: dnsVitals,
    statuses: [400, 401, 404, 422, 500],
  }),
  warmup: read({
    summary: 'Show the warm-up settings of a mailbox',
    tool: 'get_sender_warmup',
    route: inferred(
      'GET',
      '/sender-emails/:id/warmup',
      'the spec gives the record but no path; settings of a mailbox are under its id, as its DNS check is',
    ),
    answer: openRecord({
      shown: 'record',
      fields: 'closed',
      known: warmupIsKnownBy,
    }),
    response: warmup,
    statuses: [400, 404],
  }),
  setWarmup: write({
    summary: 'Change the warm-up settings of a mailbox',
    tool: 'set_sender_warmup',
    route: inferred(
      'PUT',
      '/sender-emails/:id/warmup',
      'the spec gives the record but no path; changes are made with PUT throughout',
    ),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    // A campaign holds a mailbox back by its health score, which comes from its warm-up.
    steers: 'any campaign',
    retry: safe,
    body: record(requested(warmupFields)),
    answer: openRecord({
      shown: 'nothing',
      fields: 'closed',
      known: warmupIsKnownBy,
    }),
    checks: [changesSomething],
    response: warmup,
    statuses: [400, 404],
  }),
});
