import { rulesOf } from './rule.ts';

export const events = [
  ...rulesOf(
    'Webhooks',
    `
    webhooks.list.whole | done | All of them at once, with a total. | sandbox/webhooks > are created one per call, listed at once
    webhooks.create.each-another | done | Every call makes another one. | sandbox/webhooks > are created one per call
    webhooks.create.one-type | done | One webhook hears one type. | sandbox/webhooks > are the ten of the specification
    webhooks.create.name | open | What the name is where none was given is not said; the field is shown as text. | sandbox/webhooks > have no name where none was given | note: null.
    webhooks.status | open | Of the status only the value active is shown. | sandbox/webhooks > change only in what is given | note: disabled where isEnabled is false.
    webhooks.create.https | done | The address has to use https and be reachable from outside. | sandbox/webhooks > refuse %j
    webhooks.create.loopback | different | Local, private and loopback addresses are refused. | sandbox/webhooks > which leads to this machine: here and only here | note: Loopback addresses are taken, by https and http: receivers on this machine are what one rehearses with. All others are refused, and a live profile refuses loopback as well.
    webhooks.update.partial | done | Only what is given changes. | sandbox/webhooks > change only in what is given
    webhooks.update.toggle | done | isEnabled stops deliveries without deleting. | sandbox/deliveries/events > is every enabled webhook of the type
    webhooks.delete.answer | done | Deleting answers with id and message. | sandbox/operations > its answer is what the exported schema says
    webhooks.secret | done | The secret is never in an answer. | sandbox/webhooks > and never tell their secret
    webhooks.secret.rotation | different | It is copied and rotated in the app. | commands/sandbox/deliveries > shows the secret of a webhook, and rotates it | note: There is no app; sandbox secrets shows the secret and rotates it.
    `,
  ),
  ...rulesOf(
    'Events',
    `
    events.types | done | Ten types, each with its own fields. | sandbox/webhooks > are the ten of the specification, each with its own fields
    events.fields | done | The fields of every payload, in order. | domain/event-sample > has the fields of the specification, in its order
    events.ids | done | Reply, bounce and unsubscribe have an id of their own; others may have none. | domain/event-sample > gives an id to the types that always have one
    events.recipients | done | recipients is JSON within a text. | domain/event-sample > hold people as a list inside of a text
    events.naming | done | Two types use camelCase, the others snake_case. | domain/event-sample > has the fields of the specification, in its order
    events.signature | done | HMAC-SHA256 over time, dot and the raw body. | contract/signature > gives what other programs give
    events.signature.key | open | Whether the key is the secret as it stands is not said. | contract/signature > gives what other programs give | note: The whole text, whsec_ included.
    events.signature.several | open | Several signatures in one header are not spoken of. | contract/signature > takes any of several signatures | note: Our own check takes any of them; the sandbox sends one.
    events.tolerance | done | Older than five minutes is refused. | contract/signature > takes five minutes both ways
    events.timestamp-wall | different | The time of sending. | sandbox/deliveries/deliver > with the time of the wall | note: Wall time, because receivers compare it with theirs; times within bodies are simulated.
    events.unsigned | approximated | Webhooks from before signing are unsigned. | note: None here is that old; webhooks trigger can send unsigned ones.
    `,
  ),
  ...rulesOf(
    'Events (when they are raised)',
    `
    events.EmailSent | done | Every email of a campaign that is sent. | sandbox/deliveries/events > of every email it sends
    events.EmailReply | done | A reply, once it has its category. | sandbox/deliveries/events > of every reply once it is categorized
    events.EmailReply.no-bounce | done | A bounce is told as a bounce alone. | sandbox/deliveries/events > and of no bounce as one
    events.EmailBounce | done | Bounces, hard and soft. | sandbox/deliveries/events > of bounces, hard and soft
    events.EmailBounce.category | open | What response_category holds for a bounce is not said. | sandbox/deliveries/events > of bounces, hard and soft | note: The category that the bounce gives to its lead: bounced or delivery_incomplete.
    events.EmailUnsubscribe | done | Somebody unsubscribes, by a reply or by the link. | sandbox/deliveries/events > of everybody who unsubscribes, once
    events.LeadCategoryUpdate | done | The category really changes. | sandbox/deliveries/events > of real changes of a category
    events.LeadCategoryUpdate.campaign | open | Which campaign is meant is not said. | sandbox/deliveries/events > is told where it really changes | note: The one whose email brought it about, else the one the lead joined last, else null.
    events.LeadCreated | done | People whom an import of the Lead Finder brings; nobody whom POST /leads or a CSV brings. | sandbox/deliveries/events > tells of every lead it creates
    events.LeadCreated.others | open | Whether sourced prospects and the batch of an Autopilot run raise it is not said. | sandbox/deliveries/events > and of none that came another way | note: They do not.
    events.CampaignStatusChanged | done | A campaign moves to another status. | sandbox/deliveries/events > of its statuses
    events.CreditBalanceLow | done | The balance falls below the threshold, or below 100. | sandbox/deliveries/events > tells once that credits go below a hundred
    events.CreditBalanceLow.threshold | approximated | An automatic top-up has a threshold of its own. | note: It is set in the app and has no call, so the threshold is always 100.
    events.AutopilotRunStatusChanged | done | A run moves to another status. | sandbox/deliveries/events > tells of every status it moves to
    events.AutopilotRunStatusChanged.killed | open | Whether being killed is told, and as what, is not said. | sandbox/deliveries/events > and of being killed | note: As the move to halted that the table of transitions has, with the reason in killReason.
    events.DfyOrderCompleted | open | An order is finished; with which statuses is not said. | sandbox/deliveries/events > is told when it completes | note: With completed and partially_completed; not with failed or canceled.
    events.refused-calls | done | What was refused is not told. | sandbox/deliveries/events > is nobody where the call was refused
    events.id-uniqueness | done | An id of its own for three types, empty for the rest. | sandbox/deliveries/events > with ids that are unique for replies, bounces and unsubscribes
    `,
  ),
  ...rulesOf(
    'Deliveries',
    `
    deliveries.headers | done | Time, signature and event id stand in three headers. | sandbox/deliveries/deliver > is signed over its very bytes
    deliveries.2xx | done | Any 2xx ends it. | sandbox/deliveries/deliver > ends with a 2xx
    deliveries.retries | done | Three more tries after 1, 2 and 4 seconds, then it is dropped. | sandbox/deliveries/deliver > is tried again after 1, 2 and 4 seconds
    deliveries.no-connection | done | No connection is tried again like a 5xx. | sandbox/deliveries/deliver > is tried again where nobody listens
    deliveries.timeout | done | Thirty seconds for an answer. | sandbox/deliveries/deliver > waits thirty seconds for an answer
    deliveries.timeout.commands | different | A receiver has thirty seconds, whoever is waiting. | commands/sandbox/deliveries > waits for a receiver that hangs no longer than it must | note: A command that is not about deliveries or the clock breaks off after three seconds; that is no try, and the receiver may see the event again.
    deliveries.4xx | done | A 4xx ends the tries. | sandbox/deliveries/deliver > ends at once with a 4xx
    deliveries.redirects | open | What a redirect means is not said. | sandbox/deliveries/deliver > follows no redirect | note: It is not followed and ends the tries.
    deliveries.same-id | done | Body and id stay over the tries. | sandbox/deliveries/deliver > keeps body and event id over its tries
    deliveries.signature-again | open | Whether each try is signed anew is not said. | sandbox/deliveries/deliver > under a fresh signature | note: It is, or a late try would be older than the tolerance.
    deliveries.waits | different | The waits are seconds of real time. | sandbox/deliveries/deliver > waits for its time on the clock of the sandbox | note: They are seconds of the simulated clock, so that a rehearsal does not wait.
    deliveries.loopback-only | different | Deliveries go to public addresses. | sandbox/deliveries/deliver > goes nowhere but to this machine | note: They go to loopback addresses and nowhere else; others are kept in the list with the reason.
    deliveries.one-webhook | done | Every enabled webhook of the type and workspace is told. | sandbox/deliveries/events > is every enabled webhook of the type
    deliveries.rotation | approximated | A new secret takes the place of the old. | sandbox/deliveries/deliver > is signed with the secret that replaced another
    deliveries.order | open | Whether deliveries keep their order is not said. | sandbox/deliveries/deliver > go out a few at once | note: Eight go out at once, four of them to one webhook: a receiver must not rely on the order.
    `,
  ),
];
