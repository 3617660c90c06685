import { describe, expect, it } from 'vitest';
import { areas, operations } from '../../src/contract/index.ts';
import { problemsOf } from '../../src/contract/schema/problems-of.ts';
import { fieldsOf } from '../../src/contract/schema/schema.ts';

/**
 * The sections of the interface specification, written out by hand a second time: operation, call, key (RO: a read-only
 * key suffices), effect, whether the path is shown, paging (default/maximum) and the failure statuses listed for it.
 */
const table = `
leads.list             GET    /leads                        RO none   shown    20/200  400,500
leads.upsert           POST   /leads                        RW none   shown    -       400,404,500
leads.get              GET    /leads/:id                    RO none   shown    -       400,403,404
leads.update           PUT    /leads/:id                    RW none   shown    -       400,403,404,500
leads.delete           DELETE /leads/:id                    RW none   shown    -       400,403,404,500
leads.setCategory      PUT    /leads/:id/category           RW none   shown    -       400,401,404,500
leads.markMeeting      POST   /leads/:id/meeting            RW none   shown    -       -
leads.clearMeeting     DELETE /leads/:id/meeting            RW none   shown    -       -
leads.move             POST   /leads/:id/move               RW none   inferred -       400,404
leads.conversation     GET    /leads/:id/conversation       RO none   inferred -       400,404
senders.list           GET    /sender-emails                RO none   shown    20/200  400,500
senders.connect        POST   /sender-emails                RW none   shown    -       400,402,409,500,502
senders.get            GET    /sender-emails/:id            RO none   shown    -       400,403,404
senders.update         PUT    /sender-emails/:id            RW none   shown    -       400,403,404,500
senders.dns            GET    /sender-emails/:id/dns        RO none   shown    -       400,401,404,422,500
senders.warmup         GET    /sender-emails/:id/warmup     RO none   inferred -       400,404
senders.setWarmup      PUT    /sender-emails/:id/warmup     RW none   inferred -       400,404
campaigns.list         GET    /campaigns                    RO none   shown    20/200  -
campaigns.create       POST   /campaigns                    RW none   shown    -       400
campaigns.get          GET    /campaigns/:id                RO none   inferred -       404
campaigns.update       PUT    /campaigns/:id                RW none   inferred -       400,404
campaigns.resume       POST   /campaigns/:id/resume         RW sends  shown    -       404,409
campaigns.pause        POST   /campaigns/:id/pause          RW none   inferred -       404,409
campaigns.schedule     PUT    /campaigns/:id/schedule       RW none   shown    -       400,404
campaigns.getSchedule  GET    /campaigns/:id/schedule       RO none   inferred -       404
campaigns.sequence     GET    /campaigns/:id/sequence       RO none   inferred -       404
campaigns.replaceSequence PUT /campaigns/:id/sequence       RW none   inferred -       400,404
campaigns.attachSenders POST  /campaigns/:id/sender-emails  RW none   inferred -       400,404
campaigns.health       GET    /campaigns/:id/health         RO none   inferred -       404
campaigns.stats        GET    /campaigns/:id/stats          RO none   inferred -       404
finder.filters         GET    /lead-finder/filters          RO none   shown    -       -
finder.search          POST   /lead-finder/searches         RO none   shown    25/50   400,403,409,429,500
finder.imports         GET    /lead-finder/imports          RO none   shown    10/50   -
finder.startImport     POST   /lead-finder/imports          RW spends shown    -       400,401,402,403,404,409,410,422,429,500
finder.import          GET    /lead-finder/imports/:id      RO none   shown    -       404
prospects.source       POST   /prospects/source             RW spends shown    -       400,402,404,422,502
dfy.checkDomain        GET    /dfy/domains/check            RO none   shown    -       400,502
dfy.checkDomains       POST   /dfy/domains/check            RO none   shown    -       400,502
dfy.searchDomains      GET    /dfy/domains/search           RO none   shown    50/100  400,502
dfy.orders             GET    /dfy/orders                   RO none   shown    50/200  -
dfy.order              GET    /dfy/orders/:id               RO none   shown    -       404
dfy.createOrder        POST   /dfy/orders                   RW buys   shown    -       400,402,409,502
icps.list              GET    /icps                         RO none   shown    50/200  -
icps.primary           GET    /icps/primary                 RO none   shown    -       404
icps.get               GET    /icps/:id                     RO none   shown    -       404
icps.create            POST   /icps                         RW none   shown    -       400
icps.update            PUT    /icps/:id                     RW none   shown    -       400,404
icps.delete            DELETE /icps/:id                     RW none   shown    -       404
icps.refreshAudienceSize POST /icps/:id/refresh-audience-size RW none shown    -       400,404,502
icps.setPrimary        POST   /icps/:id/set-primary         RW none   shown    -       404
audience.size          POST   /audience/size                RO none   shown    -       400,502
copilot.plan           POST   /copilot/plan                 RW none   shown    -       400,422,429,502
copilot.launch         POST   /copilot/launch               RW none   shown    -       400,500
autopilot.plan         POST   /autopilot/plan               RW none   shown    -       400
autopilot.runs         GET    /autopilot/runs               RO none   shown    50/200  500
autopilot.start        POST   /autopilot/runs               RW none   shown    -       400,402,403,429,500
autopilot.run          GET    /autopilot/runs/:id           RO none   shown    -       400,404,500
autopilot.approve      POST   /autopilot/runs/:id/approve   RW buys   shown    -       400,404,409,500
autopilot.kill         POST   /autopilot/runs/:id/kill      RW none   inferred -       400,401,404,500
replies.list           GET    /replies                      RO none   shown    20/200  -
drafts.list            GET    /reply-drafts                 RO none   shown    20/200  -
drafts.update          PUT    /reply-drafts/:id             RW none   shown    -       400,404,409
drafts.send            POST   /reply-drafts/:id/send        RW sends  shown    -       404,409
webhooks.list          GET    /webhooks                     RO none   shown    -       401,500
webhooks.create        POST   /webhooks                     RW none   shown    -       400,401,500
webhooks.update        PUT    /webhooks/:id                 RW none   shown    -       400,401,404,500
webhooks.delete        DELETE /webhooks/:id                 RW none   shown    -       400,401,404,500
blocklist.list         GET    /blocklist                    RO none   shown    100/1000 -
blocklist.add          POST   /blocklist                    RW none   inferred -       400,403
blocklist.update       PUT    /blocklist/:id                RW none   inferred -       400,403,404,409
blocklist.remove       DELETE /blocklist                    RW none   inferred -       400,403
blocklist.removeEntry  DELETE /blocklist/:id                RW none   inferred -       403,404
credits.balance        GET    /credits/balance              RO none   shown    -       -
credits.transactions   GET    /credits/transactions         RO none   shown    50/200  -
credits.purchase       POST   /credits/purchase             RW buys   shown    -       400,402,409,500,503
report.outcomes        GET    /reports/outcomes             RO none   shown    -       400,401,404,500
imports.instantly      POST   /imports/instantly            RW none   shown    -       400,401,500
imports.instantlyAccounts POST /imports/instantly/accounts  RW none   shown    -       400,401,502
verification.jobs      GET    /email-verification/jobs      RO none   shown    25/200  -
verification.createJob POST   /email-verification/jobs      RW buys   inferred -       400,402
verification.job       GET    /email-verification/jobs/:id  RO none   inferred -       404
verification.records   GET    /email-verification/jobs/:id/records RO none inferred 25/200 404
verification.cancel    POST   /email-verification/jobs/:id/cancel RW none inferred - 404,409
verification.rates     GET    /email-verification/rates     RO none   inferred -       -
placement.runs         GET    /inbox-placement/runs         RO none   shown    50/200  403
placement.tests        GET    /inbox-placement/tests        RO none   shown    -       403
placement.createTest   POST   /inbox-placement/tests        RW sends  inferred -       400,403,404
placement.reputation   GET    /inbox-placement/sender-reputation RO none shown -       403
workspaces.list        GET    /workspaces                   RO none   shown    -       -
workspaces.create      POST   /workspaces                   RW none   shown    -       400,403
workspaces.createKey   POST   /workspaces/:id/api-keys      RW none   shown    -       400,403,404
billing.get            GET    /billing-profile              RO none   inferred -       -
billing.update         PUT    /billing-profile              RW none   inferred -       400
setup.ping             POST   /setup/ping                   RO none   shown    -       -
`;

const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', method, path, key, effect, source, paging, statuses = '-'] = line.split(/\s+/);
    return {
      id,
      method,
      path,
      scope: key === 'RO' ? 'read' : 'read_write',
      effect,
      source: source === 'shown' ? 'documented' : 'inferred',
      paging: paging === '-' ? undefined : paging,
      statuses: statuses === '-' ? [] : statuses.split(',').map(Number),
    };
  });

describe('the contract against the specification', () => {
  it('has every operation of this table and no other: an area without rows fails here', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  });

  it('has an entry of its own for each call', () => {
    const calls = operations.map(
      ({ route: { method, path } }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`,
    );
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('puts the sections in help order', () => {
    expect(Object.keys(areas)).toEqual([
      'leads',
      'senders',
      'campaigns',
      'finder',
      'prospects',
      'dfy',
      'icps',
      'audience',
      'copilot',
      'autopilot',
      'replies',
      'drafts',
      'webhooks',
      'blocklist',
      'credits',
      'report',
      'imports',
      'verification',
      'placement',
      'workspaces',
      'billing',
      'setup',
    ]);
  });

  it.each(rows)('$id is $method $path', (row) => {
    const operation = operations.find(({ id }) => id === row.id);
    expect({
      id: operation?.id,
      method: operation?.route.method,
      path: operation?.route.path,
      scope: operation?.scope,
      effect: operation?.effect,
      source: operation?.route.source,
      paging: operation?.paging && `${operation.paging.default}/${operation.paging.max}`,
      statuses: operation?.statuses ?? [],
    }).toEqual(row);
  });

  it('says of every guessed path why it was guessed so', () => {
    const guessed = operations.filter(({ route }) => route.source === 'inferred');
    expect(guessed.filter(({ route }) => (route.reason ?? '').length < 20)).toEqual([]);
  });

  it('names only operations of the contract as witnesses and as what is polled', () => {
    const ids = new Set(operations.map(({ id }) => id));
    const named = operations.flatMap(({ retry, watch }) => [
      ...(retry.kind === 'checkFirst' ? [retry.witness] : []),
      ...(watch ? [watch.by] : []),
    ]);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
    expect(named).toContain('finder.imports');
  });

  it('never repeats blindly what creates, charges or sends', () => {
    const blind = operations.filter(({ effect, retry }) => effect !== 'none' && retry.kind === 'safe');
    expect(blind).toEqual([]);
    expect(areas.campaigns.create.retry).toEqual({ kind: 'checkFirst', witness: 'campaigns.list' });
    expect(areas.credits.purchase.retry).toEqual({ kind: 'checkFirst', witness: 'credits.transactions' });
  });

  /** Calls that send email, and States: Campaign status. */
  it('says whom a call writes to, and how many the request says they are', () => {
    const mailing = operations.filter(({ mails }) => mails !== 'never');
    expect(Object.fromEntries(mailing.map(({ id, mails }) => [id, mails]))).toEqual({
      'campaigns.resume': 'always',
      'drafts.send': 'always',
      'autopilot.approve': 'always',
      'placement.createTest': 'always',
      'leads.upsert': { whenRunning: 'campaignId', people: ['leads'] },
      'campaigns.replaceSequence': { whenRunning: ':id', people: [] },
      'leads.move': { whenRunning: 'targetCampaignId', people: [] },
      'finder.startImport': { whenRunning: 'campaignId', people: ['count', 'refs'] },
      'prospects.source': { whenRunning: 'campaignId', people: ['count'] },
    });
    const naming = operations.filter(({ kind, body }) => kind === 'write' && /campaignId/i.test(named(body)));
    for (const { id, mails } of naming) expect([id, mails]).not.toEqual([id, 'never']);
  });

  /** The table of pagination: parameters, and what the answer tells. */
  it.each([
    ['page-hasMore', ['page', 'limit'], 'leads.list campaigns.list senders.list replies.list drafts.list'],
    ['page-total', ['page', 'limit'], 'icps.list credits.transactions dfy.orders autopilot.runs'],
    ['offset', ['limit', 'offset'], 'blocklist.list'],
    ['page-size', ['page', 'size'], 'verification.jobs verification.records'],
    ['limit-count', ['limit'], 'placement.runs'],
    ['limit-only', ['limit'], 'finder.imports dfy.searchDomains'],
    ['body', ['page', 'pageSize'], 'finder.search'],
  ] as const)('pages of the kind %s where the specification does', (kind, parameters, names) => {
    const paged = operations.filter(({ paging }) => paging?.kind === kind);
    expect(paged.map(({ id }) => id).sort()).toEqual(names.split(' ').sort());
    for (const { id, query, body } of paged) {
      const entries = (kind === 'body' ? body : query) as { entries?: Record<string, unknown> } | undefined;
      expect(Object.keys(entries?.entries ?? {}), id).toEqual(expect.arrayContaining([...parameters]));
    }
  });

  it('takes a query for every page of a list', () => {
    for (const { id, paging, query } of operations)
      if (paging && paging.kind !== 'body') expect(query, id).toBeDefined();
  });

  it('reads the search as a call that a read-only key may make', () => {
    expect(areas.finder.search).toMatchObject({ kind: 'read', effect: 'none', retry: { kind: 'safe' } });
  });

  it('ends an import when finishedAt is set', () => {
    expect(areas.finder.startImport.watch).toEqual({ by: 'finder.import', param: 'id', done: 'finishedAt' });
  });

  it('keeps the password of a mailbox out of sight', () => {
    expect(areas.senders.connect.secrets).toEqual(['password']);
    expect(areas.imports.instantly.secrets).toEqual(['apiKey']);
    expect(areas.imports.instantlyAccounts.secrets).toEqual(['apiKey']);
  });

  it('knows what success is where it is not 200', () => {
    const others = operations.filter(({ success }) => success !== undefined && success !== 200);
    expect(Object.fromEntries(others.map(({ id, success }) => [id, success]))).toEqual({
      'senders.connect': 201,
      'campaigns.create': 201,
      'icps.create': 201,
      'webhooks.create': 201,
      'autopilot.start': 201,
      'finder.startImport': 202,
      'dfy.createOrder': 202,
      'copilot.launch': 202,
      'imports.instantly': 202,
    });
  });
});

/** The names of the fields of a body. */
const named = (body: unknown): string =>
  Object.keys((body as { entries?: object } | undefined)?.entries ?? {}).join(' ');

/**
 * Written by hand from the interface description: what the answer to each write holds. `message` is left out, it is
 * prose; so is what is there in some cases only. An answer without one of these is not taken for a success.
 */
const shownFields: Readonly<Record<string, readonly string[]>> = {
  'leads.upsert': ['count', 'leads'],
  'leads.update': ['lead'],
  'leads.delete': ['id'],
  'leads.setCategory': ['lead'],
  'leads.markMeeting': ['lead'],
  'leads.clearMeeting': ['lead'],
  'leads.move': ['leadId', 'sourceCampaignId', 'targetCampaignId'],
  'senders.connect': ['senderEmail'],
  'senders.update': ['senderEmail'],
  'campaigns.pause': ['campaign'],
  'campaigns.replaceSequence': ['steps'],
  'campaigns.attachSenders': ['campaignId', 'attached', 'alreadyAttached', 'senderEmailIds'],
  'finder.startImport': [
    'importId',
    'status',
    'requested',
    'estimatedCredits',
    'creditsPerProspect',
    'available',
    'expired',
    'audienceKey',
  ],
  'dfy.createOrder': ['order'],
  'icps.create': ['icp'],
  'icps.update': ['icp'],
  'icps.delete': ['success'],
  'icps.refreshAudienceSize': ['audienceSize', 'icp'],
  'icps.setPrimary': ['icp'],
  'copilot.plan': ['icp', 'suggestedSequence'],
  'copilot.launch': ['campaignId', 'jobId', 'status'],
  'autopilot.plan': ['credits', 'feasible'],
  'autopilot.start': ['run'],
  'autopilot.approve': ['run'],
  'drafts.send': ['id', 'leadId', 'recipient', 'to', 'cc', 'subject', 'body', 'status'],
  'webhooks.create': ['webhook'],
  'webhooks.update': ['webhook'],
  'webhooks.delete': ['id'],
  'blocklist.add': ['created', 'skipped', 'scope'],
  'blocklist.remove': ['deleted', 'skipped'],
  'blocklist.removeEntry': ['id'],
  'credits.purchase': ['creditsPurchased', 'amountUsd', 'newBalance'],
  'imports.instantly': ['jobId', 'status'],
  'imports.instantlyAccounts': ['accounts'],
};

const writes = operations.filter(({ kind }) => kind === 'write');

describe('the answer to a write', () => {
  it('is in the table where the spec shows all of it', () => {
    const whole = writes.filter(({ answer }) => answer.shown === 'whole').map(({ id }) => id);
    expect(whole.sort()).toEqual(Object.keys(shownFields).sort());
  });

  it.each(writes.filter(({ id }) => id in shownFields))('$id must hold what the spec shows', (operation) => {
    const required = problemsOf(operation.response, {}).map(({ field }) => field);
    expect(required.sort()).toEqual([...(shownFields[operation.id] ?? [])].sort());
  });

  it('never has a field that would say the opposite', () => {
    for (const { response } of writes)
      expect(fieldsOf(response).filter((name) => ['error', 'code'].includes(name))).toEqual([]);
  });
});
