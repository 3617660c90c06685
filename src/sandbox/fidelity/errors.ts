import { rulesOf } from './rule.ts';

export const errors = [
  ...rulesOf(
    'Errors',
    `
    errors.body | done | A failure is an HTTP status with a sentence under error. | sandbox/operations > leave out no status
    errors.codes | done | Some endpoints add stable codes and fields. | sandbox/operations > leave out no code
    errors.400 | done | 400 names field, value and reason. | sandbox/dispatch > names field, value and reason
    errors.404.foreign | done | Things of other workspaces are not found, but where the spec says forbidden. | sandbox/dispatch > are forbidden where the spec says so and else not found
    errors.404.path | done | A wrong path or method is plain text. | sandbox/listen > answers under its prefix
    errors.500.crash | done | An unexpected crash is plain text. | sandbox/dispatch > answers an unexpected exception with plain text
    errors.auth-plain | done | Errors of keys are JSON under the name of plain text. | sandbox/operations > is refused to a key that has expired
    errors.retry-after | done | 429 says when to come back. | sandbox/faults/in-process > tells how long to wait with a 429
    errors.429.effect | open | Whether a 429 can come after an effect is not said. | sandbox/faults/in-process > nothing happens | note: Assumed never; a fault with phase after is the only way to bring it about.
    errors.500-503 | done | Faults of the service come about where somebody asks for them. | sandbox/faults/over-http > arrives with status, type and text
    errors.purchase-codes | done | Codes of the purchase say whether money moved. | sandbox/credits > answers %i %s and charges nothing
    errors.placement-codes | done | Placement says which plan it needs. | sandbox/placement > is refused where the plan has none of it
    errors.finder-fields | done | The Lead Finder adds reason, field, value and the wait. | sandbox/finder > refuses %j naming the field
    errors.verification-fields | done | Verification tells what is left of the allowance. | sandbox/verification > is told what is left
    errors.dfy-existing | done | A duplicate order names the one there is. | sandbox/dfy > that buys again what a live order has bought
    errors.dfy-in-progress | approximated | 409 while the same order is in progress. | sandbox/dfy > with the same key is the one that was placed | note: Calls are worked on one after the other, so it is never in progress.
    errors.autopilot-have-need | done | Autopilot tells have and need. | sandbox/autopilot > with 402, have and need
    errors.check-before-repeat | done | Creating and buying calls make another thing each time. | contract/spec > never repeats blindly what creates, charges or sends
    `,
  ),
  ...rulesOf(
    'Limits',
    `
    limits.rate | done | 100 requests in 10 s and 600 in a minute for an account, where it is switched on. | sandbox/pace > let 100 requests through in 10 seconds
    limits.rate.enforced | open | Whether and when they are enforced is left open. | sandbox/pace > are off unless somebody switches them on | note: Off unless serve --rate-limits or the switch of the file says otherwise.
    limits.rate.account | done | All keys of an account share them. | sandbox/pace > count all keys of an account together
    limits.rate.wall | different | A budget of real time. | sandbox/pace > slide on the wall clock | note: It is counted in real time, also where the simulated clock runs ahead.
    limits.days | done | Days of limits are days in UTC. | sandbox/finder > gives 2,000 rows a UTC day
    limits.edges | done | Every limit of payloads and fields holds on both sides. | contract/limits > holds the edges of
    limits.single | done | Endpoints have limits of their own. | contract/limits > knows the limits of single endpoints
    limits.body | different | How large a body may be is not said. | sandbox/listen > refuses a body beyond 10 MB | note: 10 MB over HTTP.
    limits.saved-searches | done | A hundred saved searches with names of 80 characters. | sandbox/seed-file > %j is refused: %s | note: There is no call that makes one; the limits hold for a file that sandbox seed reads.
    paging.page | done | Numbered pages from 1 with total and hasMore. | sandbox/leads > pages through everything once
    paging.kinds | done | Seven ways to page, each where the spec has it. | contract/spec > takes a query for every page of a list
    paging.newest-first | done | Newest first everywhere. | sandbox/leads > pages through everything once, newest first
    paging.all-at-once | done | Four lists come whole. | sandbox/operations > its answer is what the exported schema says
    `,
  ),
  ...rulesOf(
    'Email verification',
    `
    verification.createJob.shape | open | Requests and records are not shown. | sandbox/verification > works through its addresses as time goes by | note: A list of addresses; records have address, verdict and reason.
    verification.createJob.trial | done | A hundred addresses on a trial, then 402 trial_allowance_exceeded. | sandbox/verification > verifies a hundred addresses in all
    verification.createJob.once | approximated | How doubles are treated is not said. | sandbox/verification > looks at an address once, whatever its case
    verification.jobs.paging | done | By page and size, 25 unless asked, 200 at most. | sandbox/verification > is paged newest first by page and size
    verification.job.path | open | The path of one job is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET /email-verification/jobs/:id.
    verification.records.path | open | The path of its records is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET /email-verification/jobs/:id/records.
    verification.rates.path | open | The path of the rates is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET /email-verification/rates.
    verification.job.foreign | done | Jobs of others are not found. | sandbox/verification > is found by its own workspace alone
    verification.records.paging | done | Like the jobs. | sandbox/verification > and its records in their order
    verification.cancel.partial | open | What a canceled job keeps is not said. | sandbox/verification > is canceled with what it has found, and not twice | note: What it has found; the rest of a trial allowance comes back.
    verification.rates.price | approximated | Checks are billed at the rates. | sandbox/verification > and bills each check | note: Invented prices, in the ledger.
    verification.verdicts | different | Addresses are asked of their servers. | sandbox/verification > finds what an email to the address would find | note: Nobody is asked; the verdict is what an email here would find.
    `,
  ),
  ...rulesOf(
    'Inbox placement',
    `
    placement.runs.list | done | 50 unless asked, 200 at most, with a count. | sandbox/placement > is listed with 50 of its runs
    placement.lists.shape | open | What the lists of runs and tests are called in the answers is not shown. | sandbox/placement > is listed with 50 of its runs | note: items.
    placement.tests.all | done | All tests at once. | sandbox/placement > repeats every week on the tier that has it
    placement.createTest.shape | open | Requests and records are not shown. | sandbox/placement > runs once, and tells after a while where the mail of each mailbox went | note: Mailboxes and how often; a run tells inbox, spam and missing for each.
    placement.createTest.tiers | done | Plans without it answer 403 with code and tier. | sandbox/placement > is refused where the plan has none of it
    placement.createTest.mail | different | Test emails go to seed mailboxes. | sandbox/placement > ledgers the mail that it sends | note: None leaves; the result follows from the health of the mailbox.
    placement.reputation.list | done | All mailboxes at once with a count. | sandbox/placement > says -1 for what is not known
    `,
  ),
  ...rulesOf(
    'Imports from another tool',
    `
    imports.instantly.drafts | done | Campaigns come over as drafts with their leads. | sandbox/imports > brings campaigns over as drafts
    imports.instantly.key | done | The key of the other tool is tried first and kept nowhere. | sandbox/imports > keeps the other key nowhere
    imports.instantly.again | done | A repeated import brings everything again. | sandbox/imports > brings them again when it is made again
    imports.instantly.invented | different | It reads another tool. | sandbox/imports > are the same for the same key | note: Nothing is asked; what is there follows from the key that was given.
    imports.instantly.cap | approximated | What happens at the contact limit is not said. | sandbox/imports > stops at the contact limit of the plan
    imports.instantlyAccounts.template | done | Accounts with a CSV for those that take SMTP and IMAP, passwords empty. | sandbox/imports > with a template for those that take SMTP and IMAP
    imports.instantlyAccounts.bad-key | done | 401 and 502 for a key or a tool that fails. | sandbox/imports > POST %s with %j answers %i
    `,
  ),
  ...rulesOf(
    'Versioning',
    `
    versioning.label | done | Version 1.0 below /r, and no negotiation. | sandbox/listen > answers under its prefix
    `,
  ),
];
