import { parseUrl } from '../../base/parse-url.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { icps } from '../../contract/areas/icps.ts';
import { placement } from '../../contract/areas/placement.ts';
import { senders } from '../../contract/areas/senders.ts';
import { verification } from '../../contract/areas/verification.ts';
import { webhooks } from '../../contract/areas/webhooks.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';
import type { AnyInput } from '../../contract/operation.ts';
import { criteriaFields } from '../../contract/schema/criteria.ts';
import { appeared, pagedItem } from './appeared.ts';
import { all, fits, fitsList, isGiven, same } from './compare.ts';
import {
  bodyOf,
  type Evidence,
  type Finding,
  type Item,
  isOfAnother,
  itemOf,
  nothing,
  type Probe,
  readIfPossible,
  taken,
} from './evidence.ts';

export const createIcp: Evidence = appeared({
  list: icps.list,
  made: ({ icp }) => itemOf(icp).id,
  matches: (icp, looking) => {
    const body = bodyOf(looking);
    return all(
      same(icp.name, body.name),
      fits(icp.summary, body.summary) || 'perhaps',
      ...criteriaFields.map((field) => fitsList(icp[field] ?? [], body[field] ?? [])),
    );
  },
  answer: (icp) => ({ icp }),
});

export const createWorkspace: Evidence = appeared({
  list: workspaces.list,
  items: 'workspaces',
  made: ({ workspace }) => itemOf(workspace).id,
  matches: (workspace, looking) => all(same(workspace.name, bodyOf(looking).name), workspace.isMain !== true),
  answer: (workspace) => ({ message: null, workspace }),
});

/** A webhook shows in the list of all webhooks (spec, Webhooks: check the list before retrying a failed create). */
export const createWebhook: Evidence = appeared({
  list: webhooks.list,
  items: 'webhooks',
  made: ({ webhook }) => itemOf(webhook).id,
  matches: (webhook, looking) => {
    const { url, type, name } = bodyOf(looking);
    return all(
      same(plainUrl(webhook.url), plainUrl(url)),
      same(webhook.type, type),
      // The service may give a name where none was given; so may another user.
      isGiven(name) ? same(webhook.name, name) : !isGiven(webhook.name) || 'perhaps',
    );
  },
  answer: (webhook) => ({ message: null, webhook }),
});

/** Capitals of the host and the slash behind it mean nothing. */
const plainUrl = (url: unknown): string => {
  const text = String(url ?? '').trim();
  return parseUrl(text)?.href ?? text;
};

type Before = 'absent' | 'disconnected' | 'connected';

/** It shows under its address. One connected before shows nothing: no call shows whether its password was taken. */
export const connectSender: Evidence = {
  whenNothing: 'ask',
  snapshot: async (looking): Promise<Before> => standingOf(await mailbox(looking)),
  async look(looking, snapshot): Promise<Finding> {
    const item = await mailbox(looking);
    if (item === undefined || snapshot === 'connected') return nothing;
    if (standingOf(item) === 'disconnected')
      return snapshot === 'absent' ? { kind: 'several', matches: [item] } : nothing;
    const isAlike = ({ body }: AnyInput) =>
      addressOf(itemOf(body).email) === addressOf(bodyOf(looking).email);
    if (await isOfAnother(looking, snapshot, isAlike)) return taken;
    const detail = await readIfPossible(looking, senders.get, { params: { id: item.id as number } });
    return { kind: 'done', answer: { message: null, senderEmail: detail ?? item } };
  },
  async candidates(looking) {
    const item = await mailbox(looking);
    return item === undefined ? [] : [item];
  },
};

const standingOf = (item: Item | undefined): Before => {
  if (item === undefined) return 'absent';
  return isGiven(item.isConnected) && item.isConnected !== true ? 'disconnected' : 'connected';
};

const mailbox = async (looking: Probe): Promise<Item | undefined> => {
  const wanted = addressOf(bodyOf(looking).email);
  return pagedItem(senders.list, looking, ({ address }) => addressOf(address) === wanted);
};

/** A job shows in the list of jobs. Its addresses identify it; where it shows none, its name and size must. */
export const createJob: Evidence = appeared({
  list: verification.jobs,
  made: ({ id }) => id,
  matches: async (job, looking) => {
    const { name, emails } = bodyOf(looking);
    const addresses = Array.isArray(emails) ? emails : [];
    const wanted = new Set(addresses.map(addressOf));
    const fit = all(
      isGiven(job.total) ? [addresses.length, wanted.size].includes(Number(job.total)) : 'perhaps',
      isGiven(name) ? fits(job.name, name) : !isGiven(job.name) || 'perhaps',
    );
    if (fit === false) return false;
    // One page of a job's addresses is enough to see a stranger among them.
    const answer = await readIfPossible(looking, verification.records, {
      params: { id: job.id as number },
      query: { page: 1, size: 200 },
    });
    const results = Array.isArray(answer?.results) ? answer.results.map(itemOf) : [];
    return all(fit, !results.some(({ email }) => isGiven(email) && !wanted.has(addressOf(email))));
  },
  answer: (job) => job,
});

const addressOf = (text: unknown): string => String(text).trim().toLowerCase();

/** The spec leaves the fields of a test open: one without an id or mailboxes is never taken for certain. */
export const createTest: Evidence = appeared({
  list: placement.tests,
  items: 'items',
  made: ({ id }) => id,
  matches: (test, looking) => {
    const { name, frequency = 'once', senderEmailIds } = bodyOf(looking);
    return all(
      isGiven(test.id) && Array.isArray(test.senderEmailIds) ? true : 'perhaps',
      fitsList(test.senderEmailIds, senderEmailIds) === true,
      isGiven(name) ? fits(test.name, name) : !isGiven(test.name) || 'perhaps',
      fits(test.frequency, frequency),
    );
  },
  answer: (test) => test,
});

/** New drafts with names only the other tool knows: shown to a person, never taken for it, as no call tells of the job. */
export const importFromInstantly: Evidence = appeared({
  list: campaigns.list,
  matches: ({ status }) => (status === 'draft' ? 'perhaps' : false),
  answer: () => null,
});
