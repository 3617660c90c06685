import { rulesOf } from './rule.ts';

export const events = [
  ...rulesOf(
    'Webhooks',
    `
    webhooks.list.whole | done | All of them at once, with a total. | sandbox/webhooks > are created one per call, listed at once
    webhooks.create.each-another | done | Every call makes another one. | sandbox/webhooks > are created one per call
    webhooks.create.one-type | done | One webhook hears one type. | sandbox/webhooks > are the ten of the specification
    webhooks.create.https | done | The address has to use https and be reachable from outside. | sandbox/webhooks > refuse %j
    webhooks.create.loopback | different | Loopback addresses are refused. | sandbox/webhooks > refuse a change to an address that cannot be called | note: Receivers on this machine are what one rehearses with, so the sandbox delivers to loopback addresses and nowhere else.
    webhooks.update.partial | done | Only what is given changes. | sandbox/webhooks > change only in what is given
    webhooks.update.toggle | done | isEnabled stops deliveries without deleting. | sandbox/webhooks > change only in what is given
    webhooks.delete.answer | done | Deleting answers with id and message. | sandbox/operations > its answer is what the exported schema says
    webhooks.secret | done | The secret is never in an answer. | sandbox/webhooks > and never tell their secret
    webhooks.secret.rotation | different | It is copied and rotated in the app. | note: There is no app; commands of the sandbox show the secret.
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
    events.timestamp-wall | different | The time of sending. | note: Wall time, because receivers compare it with theirs; times within bodies are simulated.
    events.unsigned | approximated | Webhooks from before signing are unsigned. | note: None here is that old; webhooks trigger can send unsigned ones.
    `,
  ),
];
