import { rulesOf } from './rule.ts';

export const senders = [
  ...rulesOf(
    'Sender email (mailbox)',
    `
    sender.list-fields | done | The list shows fifteen fields of a mailbox. | contract/fields > are all in the
    sender.full-record | done | The full record adds error, history, picture, provisioning and signature. | contract/fields > are all in the
    sender.history | done | The last twenty events of the connection, newest first. | sandbox/operations > its answer is what the exported schema says | note: Only losing and finding the connection are events here.
    sender.health.meaning | approximated | The score is the share of warm-up emails of seven full days that reached the inbox. | domain/warm-up > gives a score once twenty emails were checked | note: The share follows from a hidden quality of the mailbox that moves with the seed, not from single warm-up emails.
    sender.health.null | done | There is none while warm-up is off or before twenty emails were checked. | sandbox/senders > takes the score away while warm-up is off
    sender.health.bar | done | Ninety is the bar for campaigns. | sandbox/operations > its answer is what the exported schema says | note: Told by doctor, watch and campaign health; nothing is held back by it unless a campaign sets a minimum.
    sender.build-up.formula | done | Five a day for each week since the connection, fifty and the own maximum cap it. | domain/capacity > allows five a day per week
    sender.build-up.first-week | open | Whether the first week counts as none or as one is not said. | domain/capacity > the first week included | note: It counts as one; with none a new mailbox could not send at all.
    sender.build-up.off | done | Without the build-up a mailbox may send more than fifty. | domain/capacity > does not bind when it is off
    sender.warm-up.record | done | The settings of the warm-up have twelve fields. | contract/fields > are all in the
    sender.warm-up.never-enrolled | done | A mailbox that never was in it shows the values that switching on would use. | sandbox/operations > its answer is what the exported schema says
    sender.warm-up.ramp | done | The daily number grows from start to cap and is 0 while off. | domain/warm-up > ramps up day by day to its cap
    sender.warm-up.weekends | done | Weekdays only still shows the ramp on a weekend. | domain/warm-up > pauses on weekends where it is told to
    sender.warm-up.no-mail | different | Warm-up emails are sent and answered by the service. | note: The sandbox sends none; it only knows how many there would have been and where they went.
    sender.dns.record | done | Four checks with status, records and what is wrong with them, and the warm-up beside them. | contract/fields > are all in the
    sender.dns.statuses | done | Each check is OK, WARNING, MISSING or ERROR. | contract/enums > of the specification
    sender.dns.timeout | approximated | ERROR means that a lookup timed out. | sandbox/faults/in-process > says ERROR of every lookup | note: It never happens by itself: sandbox fault add senders.dns --kind lookup-timeout.
    sender.dns.invented | different | The checks look names up live. | sandbox/senders > shows the same records for the same domain | note: Nothing is looked up: the records follow from the seed and the name, since sending domains here end in .example.
    sender.reputation.unknown | done | -1 stands for what is not known. | sandbox/placement > says -1 for what is not known
    sender.reputation.agrees | done | Reputation and DNS check tell the same about a domain. | sandbox/placement > agrees with the DNS check
    sender.reputation.blacklists | approximated | Listings name zone, kind and the way off. | sandbox/placement > names every list that a poor mailbox stands on | note: Zones are invented; a mailbox of poor health stands on some.
    campaign-health.held-back | done | Accounts below the minimum of a campaign, or without a score, are held back. | sandbox/sending > holds back accounts below its minimum score
    `,
  ),
  ...rulesOf(
    'Sender emails (endpoints)',
    `
    senders.list.filters | done | The list can be narrowed to a campaign and to those connected. | sandbox/senders > narrows to a campaign and pages
    senders.list.space | approximated | A space can be named in the query. | note: The spec says nothing of spaces elsewhere; a spaceId is taken for the id of a workspace that the key may read.
    senders.connect.smtp-only | done | Only SMTP and IMAP mailboxes are connected by this call. | sandbox/senders > starts it with build-up and without a score
    senders.connect.login | done | The login is the address unless it is said. | sandbox/operations > its answer is what the exported schema says
    senders.connect.password | done | The password is for the provider and is shown nowhere. | sandbox/senders > keeps no password
    senders.connect.business | done | A personal address is refused with 400. | sandbox/senders > answers %i to %j
    senders.connect.seat | done | Without a seat in the plan: 402. | sandbox/senders > needs a seat, and an address that no other workspace has
    senders.connect.seats | open | How many seats a plan has is not said. | sandbox/seed-file > has as many seats and as much room for leads | note: 50, and 3 on a trial; a world file sets another number.
    senders.connect.taken | done | An address that another workspace has: 409. | sandbox/senders > needs a seat, and an address that no other workspace has
    senders.connect.provider | approximated | A provider that rejects the login answers 502. | sandbox/senders > answers %i to %j | note: There is no provider: the password wrong, or a host under .invalid, stand for one that says no.
    senders.connect.again | open | Connecting one that lost its connection: not said. | sandbox/senders > connects one that lost its connection again | note: It is connected again and keeps its age for the build-up.
    senders.get.flat | done | The record stands by itself, without a name around it. | sandbox/operations > its answer is what the exported schema says
    senders.get.foreign | done | Mailboxes of others are forbidden, those of a child workspace are not for the main one. | sandbox/senders > is forbidden on those of others, except of a child workspace
    senders.update.partial | done | Only what is given changes, and the answer has no history. | sandbox/senders > changes what is given, and shows no history
    senders.update.limits | done | Names and daily limits are held to their ranges. | sandbox/senders > refuses %j
    senders.dns.live | different | Lookups take seconds and are never cached. | note: The answer is there at once; it is the same until the world changes.
    senders.dns.no-domain | done | 422 for a mailbox without a valid domain. | sandbox/operations > leave out no status
    senders.warmup.path | open | The path of the warm-up settings is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET and PUT /sender-emails/:id/warmup.
    senders.setWarmup.path | open | The path of changing it is not shown either. | contract/spec > says of every guessed path why it was guessed so | note: PUT on the path of reading it.
    senders.setWarmup.score | done | Switching it off takes the score away until enough was checked again. | sandbox/senders > takes the score away while warm-up is off
    `,
  ),
];
