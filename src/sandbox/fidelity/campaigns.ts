import { rulesOf } from './rule.ts';

export const campaigns = [
  ...rulesOf(
    'Campaign-related records',
    `
    campaigns.create.fields | done | The request has 19 fields, of which the name alone is required, and nothing else. | contract/fields > are not more in requests than the specification has
    campaigns.create.name | done | A name of one character at least. | sandbox/campaigns > refuses %j
    campaigns.create.daily-limit | done | No cap for the campaign unless one is given. | sandbox/campaigns > keeps the settings that were given
    campaigns.create.emoji | open | What the emoji is where none was given is not said; the field is shown as text. | sandbox/campaigns > has no emoji where none was given | note: null.
    campaigns.create.each-another | done | Every call makes another campaign. | sandbox/campaigns > makes another draft at every call
    campaigns.create.defaults | open | What a setting is that was not given is not said. | note: Follow-ups stop on a reply; everything else is off, and two emails of a mailbox are 5 to 10 minutes apart.
    campaign.flow.api | done | The api flow skips validation and the guard at launch. | sandbox/campaigns > waits for leads that are being verified, except in the api flow
    campaign.minimum-health | done | Below the minimum, or without a score, an account sends neither first emails nor follow-ups there. | sandbox/sending > holds back accounts below its minimum score
    campaign.minimum-health.waits | done | Conversations of an account that is held back wait and never move to another one. | sandbox/sending > whose conversations wait
    campaign.daily-limit | done | A campaign sends no more a day than its limit. | sandbox/sending > keeps to windows, limits
    campaign.sender-limit | done | A mailbox sends no more a day for a campaign than its limit there. | sandbox/sending > keeps to windows, limits
    campaign.sender-variation | approximated | The limit of a mailbox varies by a percentage. | domain/capacity > varies below the maximum of the campaign | note: Downwards only, drawn per mailbox and day.
    campaign.gaps | open | Two emails are apart by a time of 2 to 30; neither its unit nor whose emails are meant is said. | sandbox/sending > keeps to windows, limits | note: Minutes between two emails of one mailbox.
    campaign.verifier | approximated | Addresses can be verified before they are written to. | sandbox/membership > get no email where their address was found to be no good | note: A verdict is what an email to the address would find; the sandbox knows it beforehand.
    campaign.catch-all | approximated | Catch-all addresses can be taken or left. | sandbox/membership > get no email where their address was found to be no good
    campaign.ignore-hard-bounced | done | Who bounced hard before can be passed over. | sandbox/membership > are passed over where they answered or bounced before
    campaign.ignore-responded | done | Who answered before can be passed over. | sandbox/membership > are passed over where they answered or bounced before
    campaign.skip-existing | approximated | Leads of other campaigns can be passed over. | sandbox/membership > are passed over by what the campaign takes
    campaign.non-business | done | Personal addresses join only where the campaign takes them. | sandbox/membership > are passed over by what the campaign takes
    campaign.stop-on-reply | done | A reply stops the follow-ups where the campaign says so. | sandbox/answers > do not stop follow-ups where the campaign says so
    campaign.stop-same-company | done | A reply can stop the follow-ups to colleagues, too. | sandbox/answers > stop the follow-ups to colleagues
    campaign.stop-same-company.who | open | Who counts as the same company is not said. | domain/warm-up > finds what colleagues share | note: Who shares a domain that is no public provider of mail.
    campaign.out-of-office | done | An automatic answer counts as a reply unless it is to be ignored. | sandbox/answers > do neither where they are ignored
    campaign.across | approximated | Follow-ups can stop across campaigns. | note: Where it is on, a reply stops the follow-ups of the lead in every campaign.
    campaign.llm | different | A switch for AI in copy. | note: It is kept and shown; no model writes anything here.
    campaign.schedule.days | done | Days are numbers with commas between, Sunday is 0, empty until set. | sandbox/campaigns > changes what is given and keeps the rest
    campaign.schedule.hours | done | Sending happens from start to end, as HH:MM. | domain/window > is in UTC, without its end, and only on its days
    campaign.schedule.zone | open | The time zone of hours and days is not named. | domain/window > is in UTC | note: UTC, like every other limit by the day.
    campaign.schedule.cron | open | What cronSchedule and everySchedule do is not said. | note: They are kept and shown, and change nothing.
    campaign.list-item | done | An item of the list has eight counts beside its own fields. | contract/fields > are all in the
    campaign.email-counts | done | Emails are counted under twenty names. | contract/fields > are all in the
    campaign.email-counts.unused | approximated | Several of these names are states of delivery that only a mail system knows. | note: deferred, dropped and errorOnSent stay 0; complaints are counted as spamReport.
    campaign.statistics | done | Totals, days, steps and variants add up to what happened. | sandbox/report > adds up what happened, by day and by campaign
    campaign.variants | done | The variants of a step are used evenly. | sandbox/sending > uses the variants of a step evenly
    campaign.variants.fields | open | What a variant holds is not shown. | note: A label, and a subject and a body that stand in for those of the step.
    campaigns.replaceSequence.size | done | One to twenty steps of 0 to 365 days. | contract/limits > holds the edges of
    campaigns.replaceSequence.whole | done | The new steps take the place of all old ones. | sandbox/campaigns > is replaced as a whole
    campaigns.replaceSequence.signature | done | Left out it stays, empty it is cleared. | sandbox/campaigns > is replaced as a whole
    campaigns.replaceSequence.running | open | What becomes of follow-ups under way is not said. | sandbox/sending > cancels follow-ups whose step is gone | note: They take the new text; those whose step is gone are canceled.
    campaigns.attachSenders.all-or-none | done | One id that is no connected mailbox of the workspace refuses the whole call. | sandbox/campaigns > attaches none where one of the mailboxes
    campaigns.attachSenders.idempotent | done | Those attached already are told apart and left alone. | sandbox/campaigns > leaves those alone that are attached already
    `,
  ),
  ...rulesOf(
    'Campaign status',
    `
    campaign.status.values | done | draft, running, paused, completed. | contract/enums > of the specification
    campaign.status.draft-sends-nothing | done | A draft sends nothing by itself, whoever made it. | sandbox/imports > as drafts with their leads, and sends nothing
    campaign.status.completed-resumes | done | Leads added to a completed campaign resume it. | sandbox/membership > resume a campaign that was completed
    campaign.status.running-at-once | done | Leads of a running or paused campaign get their emails at once, those of a draft at launch. | sandbox/membership > get their emails at launch while it is a draft, at once later
    campaign.status.paused-later | done | What a paused campaign holds is sent when it is resumed. | sandbox/sending > sends nothing while it is paused, and the rest when it is resumed
    campaign.status.completes | open | When a campaign is completed is not said. | sandbox/membership > complete a campaign that has nothing left to send | note: When no lead of it has anything left to be sent.
    campaigns.resume.needs | approximated | Leads still being processed refuse a start with 409. | sandbox/campaigns > is refused, with what is missing | note: So does whatever else would keep it from sending: no sequence, no day, no connected mailbox, no lead.
    campaigns.resume.running | open | Resuming what runs is not described. | sandbox/campaigns > is refused, with what is missing | note: 409 with the code already_running; nothing is sent twice.
    campaigns.resume.processing | approximated | How long processing takes is not said. | sandbox/campaigns > waits for leads that are being verified | note: Seconds of simulated time that grow with the number of leads.
    campaigns.pause.running-only | open | Pausing what does not run is not described. | sandbox/campaigns > pauses what runs, and nothing else | note: 409.
    `,
  ),
  ...rulesOf(
    'Campaign endpoints',
    `
    campaigns.list.paging | done | 20 a page unless asked, 200 at most, newest first. | sandbox/list-pages > hold as many %s as the specification says
    campaigns.get.path | open | The path of the detail record is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET /campaigns/:id.
    campaigns.get.fields | open | Fields of the detail record beyond those listed are not shown. | note: Settings, schedule and signature, both under their names and flat.
    campaigns.update.path | open | Path and fields of the update are not shown. | contract/spec > says of every guessed path why it was guessed so | note: PUT /campaigns/:id with the settings of the creation.
    campaigns.pause.path | open | The path of pausing is not shown. | contract/spec > says of every guessed path why it was guessed so | note: POST /campaigns/:id/pause.
    campaigns.schedule.put | done | The days and hours are set with PUT. | sandbox/campaigns > changes what is given and keeps the rest
    campaigns.getSchedule.path | open | Reading the schedule has no path of its own. | contract/spec > says of every guessed path why it was guessed so | note: GET on the path of the PUT.
    campaigns.sequence.path | open | Reading the sequence has no path. | contract/spec > says of every guessed path why it was guessed so | note: GET /campaigns/:id/sequence.
    campaigns.replaceSequence.path | open | Method and path of replacing are not shown. | contract/spec > says of every guessed path why it was guessed so | note: PUT /campaigns/:id/sequence.
    campaigns.attachSenders.path | open | The path of attaching is not shown. | contract/spec > says of every guessed path why it was guessed so | note: POST /campaigns/:id/sender-emails.
    campaigns.health.path | open | The path of the health record is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET /campaigns/:id/health.
    campaigns.stats.path | open | The path of the statistics is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET /campaigns/:id/stats.
    campaigns.foreign | done | Campaigns of others are not found. | sandbox/campaigns > does not find the campaigns of others
    `,
  ),
  ...rulesOf(
    'Sending',
    `
    sending.follow-up-delay | done | A follow-up waits for its days after the step before it. | sandbox/sending > sends follow-ups after their delay
    sending.follow-up-closed-day | open | What becomes of a follow-up that falls on a closed day is not said. | sandbox/sending > keeps to windows, limits | note: It moves on to the next open hour.
    sending.follow-ups-first | open | Whether follow-ups go before first emails is not said. | sandbox/sending > sends follow-ups that are due before first emails | note: They do, out of the same capacity.
    sending.thread | done | A step in the same thread goes on under the subject of the first. | sandbox/sending > in the thread where it says so
    sending.same-mailbox | done | A conversation stays with the mailbox that began it. | sandbox/sending > keeps to windows, limits
    sending.shared-capacity | done | A mailbox shares its day between campaigns. | sandbox/sending > shares the capacity of its mailboxes
    sending.blocklist | done | Nobody on the list is written to. | sandbox/blocklist > keeps everybody on it from being written to
    sending.nothing-leaves | different | The service sends real email. | note: Not one leaves this machine; each is kept as it would have left, see: outreach sandbox outbox.
    sending.bounces | approximated | Emails bounce hard or soft. | sandbox/answer-profile > bounces the declared share | note: By declared rates with a seed; addresses that do not exist always bounce hard.
    sending.rates | different | What people answer is up to them. | sandbox/answer-profile > is read, with what it leaves out as usual | note: Drawn from a declared profile with a seed; no forecast of any market.
    `,
  ),
];
