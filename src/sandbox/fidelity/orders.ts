import { rulesOf } from './rule.ts';

export const orders = [
  ...rulesOf(
    'Done-for-you order',
    `
    dfy.order.fields | done | An order has ids, status, three times and four objects. | contract/fields > are all in the
    dfy.order.inner-fields | open | What the four objects hold is not shown. | note: Names and prices as they were ordered; nothing of internal billing.
    dfy.order.statuses | done | Seven states. | contract/enums > of the specification
    dfy.order.transitions | open | How it goes from state to state is not shown. | sandbox/dfy > charges the domains, goes through its states | note: created, processing, then completed, partially_completed or failed; large ones wait for approval first.
    dfy.order.durations | approximated | How long it takes is not said. | sandbox/dfy > goes through its states | note: Hours of simulated time.
    dfy.order.completed-at | done | Times of beginning and end are null until then. | sandbox/dfy > goes through its states
    dfy.checkDomain.kinds | done | Only .com and .org can be checked or bought. | sandbox/dfy > says why %s cannot be bought, with a 200
    dfy.checkDomain.taken | done | What cannot be bought is a 200 with a reason, never an error. | sandbox/dfy > says why %s cannot be bought, with a 200
    dfy.checkDomain.read-only | done | A read-only key may check. | sandbox/dispatch > lets a read-only key read and search
    dfy.checkDomain.registrar | done | A failure of the check itself is not a 2xx. | sandbox/dfy > answers 502 where the registrar does not
    dfy.checkDomain.invented | different | Availability is asked of a registrar. | sandbox/dfy > decides about every other name by the seed | note: It follows from the seed and the name; nobody is asked and nothing is registered.
    dfy.checkDomain.prices | approximated | Prices are those in force. | sandbox/dfy > tells a free one with its price | note: Invented ones, with premium names among them.
    dfy.checkDomains.order | done | One result for each unique name, in the order given. | sandbox/dfy > gives one result per unique name
    dfy.checkDomains.unconfirmed | done | Names without an answer are unconfirmed and neither free nor taken. | sandbox/dfy > marks what the registrar did not answer as unconfirmed
    dfy.checkDomains.limit | done | A hundred names a call. | sandbox/dfy > takes 1 to 100 names
    dfy.checkDomains.all-failed | done | It fails only where nothing could be checked. | sandbox/dfy > answers 502 where the registrar does not
    dfy.searchDomains.parameters | open | All parameters but the limit are not shown. | sandbox/dfy > suggests free ones made of the words | note: A query of words.
    dfy.searchDomains.limit | done | 50 suggestions, 100 at most. | sandbox/list-pages > hold as many %s as the specification says
    dfy.orders.paging | done | 50 a page, 200 at most, newest first, total alone. | sandbox/dfy > is listed newest first
    dfy.order.foreign | done | Orders of others are not found. | sandbox/dfy > belongs to its workspace
    dfy.createOrder.accepted | done | 202, and all else happens later. | sandbox/dfy > charges the domains, goes through its states
    dfy.createOrder.charges | done | It charges the card. | sandbox/dfy > charges the domains
    dfy.createOrder.same-key | done | The same Idempotency-Key gives the order that was placed. | sandbox/dfy > with the same key is the one that was placed, charged once
    dfy.createOrder.key-length | done | A key of 255 characters at most. | sandbox/dfy > and 400 to a key that is too long
    dfy.createOrder.key-retention | open | How long a key is remembered is not said. | sandbox/dfy > keys do not reach beyond it | note: For ever, in its workspace.
    dfy.createOrder.key-other-body | open | The same key with another order is not described. | sandbox/dfy > with the same key is the one that was placed | note: The order already placed is given; nothing new is bought.
    dfy.createOrder.duplicate | done | Without a key, what a live order has bought is refused with 409 and that order. | sandbox/dfy > that buys again what a live order has bought
    dfy.createOrder.lost-answer | done | A lost answer does not mean that nothing was bought. | sandbox/dfy > is there although its answer was lost
    dfy.createOrder.more-mailboxes | approximated | Mailboxes can be added to a domain that was bought. | sandbox/dfy > adds mailboxes to a domain that was bought before
    dfy.createOrder.payment | done | Without a card or credit: 402. | sandbox/dfy > with %s answers 402 %s and charges nothing
    dfy.createOrder.input | done | Domains with a name; mailboxes with domain, names and user name. | contract/fields > are not more in requests than the specification has
    dfy.createOrder.mailboxes | approximated | Ordered mailboxes come pre-warmed. | sandbox/dfy > brings warm mailboxes | note: They join the workspace when the order is done, with a score that lets them send.
    `,
  ),
  ...rulesOf(
    'Credits',
    `
    credits.balance.fields | open | The fields of the balance are not shown. | note: balance, available, held and the list price of one credit.
    credits.transactions.fields | open | What identifies a top-up in the list is not shown. | sandbox/credits > credits add up | note: id, signed amount, reason, reference and time; the client compares by whole entries.
    credits.transactions.paging | done | 50 a page, 200 at most, total alone. | sandbox/list-pages > hold as many %s as the specification says
    credits.purchase.range | done | 1,000 to 10,000 credits a call. | sandbox/credits > refuses %s credits without a charge
    credits.purchase.charges-each | done | Every call charges. | sandbox/credits > charges each time it is asked
    credits.purchase.card | done | The saved card pays, and the balance is told. | sandbox/credits > buys with the saved card
    credits.purchase.codes | done | Seven codes say what happened to the money. | sandbox/credits > with %s answers %i %s and charges nothing
    credits.purchase.incomplete | done | Charged and not credited is purchase_incomplete. | sandbox/credits > keeps the charge where crediting failed
    credits.purchase.unconfirmed | done | Nobody knows is purchase_unconfirmed. | sandbox/credits > keeps the charge where crediting failed or the outcome is unknown
    credits.purchase.price | approximated | The price of a credit is not said. | note: One list price, without the discounts for volume.
    `,
  ),
  ...rulesOf(
    'Report',
    `
    report.outcomes.bounds | done | since and until are inclusive and may be left out. | sandbox/report > adds up what happened
    report.outcomes.bare-until | done | A bare until is the start of that day in UTC. | sandbox/report > ends with a bare until date at the start of that day
    report.outcomes.spend | done | Settled debits by reason; holds under way are left out. | sandbox/finder > settles them against the leads created
    report.outcomes.free-credits | done | What was used while credits were free is left out. | sandbox/finder > costs nothing while credits are free
    report.outcomes.orders | done | Orders count when they were made, unless they failed or were canceled. | sandbox/dfy > counts in the report unless it came to nothing
    report.outcomes.null-costs | done | Without an outcome its cost is null. | sandbox/report > says nothing of cost where nothing came of it
    report.outcomes.campaign | done | A campaign narrows the outcomes alone. | sandbox/report > by day and by campaign
    report.outcomes.meetings | done | A meeting counts where one was marked. | sandbox/report > counts a meeting only where one was marked
    report.outcomes.foreign | done | A campaign of others is not found. | sandbox/report > does not find campaigns of others
    report.outcomes.subscription | done | Subscription fees are left out. | note: There are none.
    `,
  ),
  ...rulesOf(
    'Billing profile',
    `
    billing.get.path | open | The endpoint is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET and PUT /billing-profile.
    billing.update.partial | open | How it is changed is not shown. | sandbox/workspaces > changes only in what is given | note: What is given changes.
    billing.address-line | done | The address is shown in one line, which cannot be set. | sandbox/workspaces > shows the address in one line
    billing.country | done | Two capital letters. | sandbox/workspaces > refuses %j
    `,
  ),
];
