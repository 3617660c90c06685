import { rulesOf } from './rule.ts';

export const planning = [
  ...rulesOf(
    'Ideal customer profile',
    `
    icps.create.name | done | Only the name is needed. | sandbox/icps > are created, listed newest first and shown
    icps.create.primary | done | At most one is primary; a new one takes it from the old. | sandbox/icps > have one primary at most
    icps.list.paging | done | 50 a page, 200 at most, newest first, total alone. | sandbox/icps > are created, listed newest first and shown
    icps.get.foreign | done | Those of others are not found. | sandbox/icps > of other workspaces are not found
    icps.update.partial | done | Left out stays, an empty list clears. | sandbox/icps > keep what a change leaves out
    icps.update.human | done | Any change by a person ends isGenerated. | sandbox/icps > are generated until somebody edits them
    icps.delete.primary | done | Deleting the primary leaves none. | sandbox/icps > and none once it is deleted
    icps.refreshAudienceSize.free | done | Sizing is free and cached. | sandbox/icps > are sized for free, and the count is kept for a day
    icps.refreshAudienceSize.cache | approximated | How long the size is kept is not said. | sandbox/icps > the count is kept for a day | note: A day, unless the lists change.
    icps.refreshAudienceSize.empty | open | Sizing one that says nothing is not described. | sandbox/icps > that say nothing, or nothing known, cannot be sized | note: 400.
    icps.setPrimary.demotes | done | It takes the place of the primary one. | sandbox/icps > have one primary at most
    icps.primary.none | done | 404 where there is none. | sandbox/icps > and none once it is deleted
    icps.scope | done | Read with a read-only key, changed with the other. | sandbox/icps > are read but not changed with a read-only key
    `,
  ),
  ...rulesOf(
    'Audience and planning',
    `
    audience.size.free | done | It costs nothing and a read-only key may ask. | sandbox/icps > costs nothing
    audience.size.empty | done | Empty or invalid criteria: 400. | sandbox/icps > is refused for %j naming the field
    audience.size.provider | done | 502 where the database is out of reach. | sandbox/icps > answers 502 where the contact database is out of reach
    audience.size.free-words | approximated | Which words the criteria know is not said. | sandbox/icps > grows with the words of a list | note: Free words, matched against the invented people.
    autopilot.plan.changes-nothing | done | It changes nothing and needs a read-and-write key all the same. | sandbox/autopilot > needs a read-and-write key all the same
    autopilot.plan.budget | done | A budget above 0; a cap of 0 is none. | sandbox/autopilot > refuses %j with 400
    autopilot.plan.fields | done | Of the 13 fields five are sums of dollars. | sandbox/autopilot > sizes a budget and changes nothing
    autopilot.plan.formula | open | How a budget is sized is not said. | domain/autopilot-plan > never costs more than the budget | note: Our own sizing; the sums add up and never exceed the budget.
    copilot.plan.website | different | It reads the website. | sandbox/copilot > drafts a profile of the contact database | note: Nothing is fetched: the draft follows from the name of the site.
    copilot.plan.description | done | With a description the website is not read. | sandbox/copilot > goes by the description
    copilot.plan.placeholder | approximated | 422 where the site shows a placeholder. | sandbox/copilot > answers for %j with %i | note: Names with parked or placeholder in them stand for such sites.
    copilot.plan.limits | done | Five a minute and 250 a day for the account. | sandbox/copilot > plans five times a minute for the whole account
    copilot.plan.scope | done | It needs a read-and-write key. | sandbox/copilot > needs a read-and-write key
    copilot.launch.draft | done | It makes a draft with its sequence and sends nothing. | sandbox/copilot > creates a draft with its sequence and sends nothing
    copilot.launch.extraction | approximated | With a search address it extracts leads. | sandbox/copilot > extracts leads from a search after a while | note: They are invented; the address is not opened.
    copilot.launch.session | done | Session data needs the search address and is not kept. | sandbox/copilot > keeps nothing of the session
    copilot.launch.delays | done | 0 days for the first step, 1 to 30 for the others. | sandbox/copilot > refuses %j with 400, naming %s
    copilot.launch.icp | approximated | The profile in it is for reference. | note: It is checked and changes nothing.
    `,
  ),
  ...rulesOf(
    'Autopilot runs',
    `
    autopilot.run.fields | done | A run has 16 fields and an audit trail. | contract/fields > are all in the
    autopilot.run.ids | open | What a run shows of campaign, profile and search before they exist is not said. | sandbox/autopilot > shows the ids of what it made once it is there | note: The fields are left out until then.
    autopilot.run.plan | done | The plan stands beside it where a budget was given. | sandbox/autopilot > takes the number that was asked for, else the plan
    autopilot.run.foreign | done | Runs of others are not found. | sandbox/autopilot > finds no run of another workspace
    autopilot.runs.paging | done | 50 a page, 200 at most, newest first. | sandbox/autopilot > lists the newest first, page by page
    autopilot.start.unattended | done | Until the gate it spends, buys and sends nothing. | sandbox/autopilot > goes to the gate by itself and spends nothing on the way
    autopilot.start.credits | done | 402 with have and need where the first batch is not covered. | sandbox/autopilot > refuses what the wallet does not cover
    autopilot.start.subscription | done | It needs an active subscription. | sandbox/autopilot > needs an active subscription
    autopilot.start.one-awaiting | done | One run at the gate at a time. | sandbox/autopilot > refuses a second run while one awaits approval
    autopilot.start.five-a-day | done | Five new runs a day. | sandbox/autopilot > starts five a UTC day, killed ones included
    autopilot.start.target | done | The plan gives the number of prospects, else a batch of its own. | sandbox/autopilot > takes the number that was asked for
    autopilot.start.reply-mode | done | off, draft, approve or auto; draft unless said. | sandbox/autopilot > does with interested replies as the mode
    autopilot.start.transitions | open | How a run reaches the gate is not shown. | sandbox/autopilot > goes to the gate by itself | note: pending, building_icp, writing_sequence, sourcing_prospects, awaiting_approval, minutes apart.
    autopilot.start.website-fails | approximated | What a site that cannot be read does to a run is not said. | sandbox/autopilot > fails before the gate where %s cannot be read
    autopilot.approve.when | done | Only at the gate and not after a kill; else 409. | sandbox/autopilot > approves only what awaits it
    autopilot.approve.spends | done | It reveals the first batch for credits. | sandbox/autopilot > reveals, provisions and launches after the approval
    autopilot.approve.infrastructure | done | Then it buys what was planned, unless a mailbox is connected. | sandbox/autopilot > orders the planned infrastructure only where no mailbox is connected
    autopilot.approve.ten-domains | done | Ten domains an order at most. | sandbox/autopilot > buys ten domains at most
    autopilot.approve.fewer-mailboxes | approximated | An order may place fewer mailboxes than planned. | sandbox/autopilot > buys ten domains at most | note: Only where the domains that it may buy do not hold them.
    autopilot.approve.launches | done | The campaign launches by itself. | sandbox/autopilot > reveals, provisions and launches
    autopilot.approve.nobody | done | A batch with nobody in it fails the run and buys nothing. | sandbox/autopilot > fails after the approval where the batch delivers nobody
    autopilot.approve.pauses | open | When a run is paused is not shown. | sandbox/autopilot > pauses where nothing can be sent from | note: While no mailbox can send; it goes on by itself.
    autopilot.kill.path | open | Method and path are not shown. | contract/spec > says of every guessed path why it was guessed so | note: POST /autopilot/runs/:id/kill.
    autopilot.kill.for-good | done | From any state, and never again. | sandbox/autopilot > kills from any state for good
    autopilot.kill.reason | done | A reason of 200 characters goes to the audit trail. | sandbox/autopilot > with a reason of 200 characters at most
    autopilot.kill.campaign | done | The campaign it launched is paused. | sandbox/autopilot > pauses the campaign that a killed run launched
    autopilot.optimise | different | Variants can be optimised and prospects topped up by themselves. | note: Both switches are shown and off; nothing does it.
    `,
  ),
];
