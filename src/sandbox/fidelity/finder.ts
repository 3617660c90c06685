import { rulesOf } from './rule.ts';

export const finder = [
  ...rulesOf(
    'Lead Finder (records)',
    `
    finder.filters.include | done | A search needs at least one filter that includes people. | contract/filters > wants at least one filter that includes people
    finder.filters.places | done | Of countries, regions and continents only one may be used. | contract/filters > lets only one of countries, regions and continents be used
    finder.filters.states-cities | done | States and cities are free text, with countries or alone. | contract/filters > lets states and cities go with countries or alone
    finder.filters.lists | done | Seniorities, functions, industries, sizes, revenue and countries are values of the lookup. | contract/filters > names the value that is on no list
    finder.filters.domains | done | A thousand domains to include and a thousand to leave out. | contract/filters > takes 1,000 domains on either side
    finder.filters.free-text | done | Fifty values of a hundred characters; a comma makes two terms. | contract/filters > counts the terms, not the values
    finder.filters.phrases | done | Company name and keywords are one phrase each. | contract/filters > does not split a phrase
    finder.filters.refusal | done | A broken rule answers 400 invalid_filters with field, value and reason. | sandbox/finder > refuses %j naming the field
    finder.filters.technologies | approximated | People can be found by what their company uses. | sandbox/contacts > by technology finds fewer than everybody | note: Which company uses what follows from the seed.
    finder.search.page-size | done | 25 people a page, or 50. | contract/filters > refuses a filter that there is none of
    finder.search.max-page | done | The deepest page is 100. | contract/limits > holds the edges of
    finder.search.audience-key | done | The same picks in any order give the same key. | sandbox/finder > gives the same audienceKey
    finder.search.masked | done | Results show no address and not the whole name. | sandbox/finder > finds masked people
    finder.search.person-fields | open | Most fields of a found person are not shown. | note: A masked name, title, seniority, company and place, and the ref.
    finder.search.refs | approximated | Each person has a ref for imports. | sandbox/contacts > name a person for a week, to their workspace only | note: It is stored for seven days of simulated time; how long the service keeps it is not said.
    finder.search.total | done | The number of people is told, exact or as a lower bound. | sandbox/operations > its answer is what the exported schema says
    finder.search.instant | approximated | A search may still be running when it answers. | note: It is always done at once; running and failed are never answered for a search that was accepted.
    finder.search.progress | done | What earlier imports of the same filters added is told, with the place to go on. | sandbox/finder > goes on where the last one ended
    finder.people | different | The contact database has real people. | sandbox/contacts > never reveals an address that could exist | note: About 120,000 invented ones of 12,000 companies, whose domains end in .example.
    finder.import.record | done | The record of an import has 21 fields. | contract/fields > are all in the
    finder.import.verification | done | The counts of the verification are there without verification, too. | sandbox/finder > counts no verification where it is off
    finder.import.settled | done | Nothing is final until finishedAt is set. | sandbox/finder > goes batch by batch, holds credits and settles them
    finder.import.end-reasons | approximated | It ends as all_selected, requested_reached, audience_exhausted, fetch_limit or canceled. | sandbox/finder > ends where the audience does | note: As the first four; nothing cancels an import, so none ends as canceled.
    finder.import.last-errors | approximated | A failed one says which of ten errors it was. | sandbox/finder > fails on the way where the day, the credits or the room for contacts run out | note: Those of the provider never happen by themselves.
    finder.import.skip-reasons | done | Everybody who was skipped is counted under a reason. | sandbox/finder > skips blocked people, and personal mailboxes
    finder.import.no-cancel | open | How an import is canceled is not shown. | note: There is no call for it, so none is ever canceled.
    finder.import.top-up | approximated | A saved search may start an import of its own every week. | sandbox/saved-searches > imports the next people at its hour of its day | note: Saved searches are made in the app and have no call; here a file for sandbox seed has them. One that the rules refuse is a failed import; one that meets others running waits for them.
    `,
  ),
  ...rulesOf(
    'Lead Finder (endpoints)',
    `
    finder.filters.lookup | done | Lists, price and limits are told by one call. | sandbox/finder > gives the lists, the price and the limits
    finder.search.read-only | done | A read-only key may search, although it uses up rows of the day. | sandbox/dispatch > lets a read-only key read and search
    finder.search.per-minute | done | Twenty searches a minute. | sandbox/finder > lets 20 searches a minute pass
    finder.search.rows | done | 2,000 rows a UTC day, 250 on a trial. | sandbox/finder > gives 2,000 rows a UTC day
    finder.search.plan | done | It is part of a plan. | sandbox/finder > is part of a plan
    finder.imports.limit | done | The list shows 10, or up to 50, newest first. | sandbox/list-pages > hold as many %s as the specification says
    finder.imports.after-plan | done | They are listed after a change of plan, too. | note: The list asks for no plan.
    finder.startImport.refs | done | Chosen people come by 1 to 1,000 refs. | contract/schema > needs refs to import the selected
    finder.startImport.count | done | first_n takes a count of 1 to 5,000 and filters. | contract/schema > needs a count and filters to import the first n
    finder.startImport.expired | done | A ref that is no longer stored is counted and dropped. | sandbox/finder > counts refs that are no longer stored
    finder.startImport.all-expired | done | 410 where none of the refs is stored. | sandbox/finder > refuses refs of which none is stored
    finder.startImport.price | done | Only people who were added cost credits. | sandbox/finder > goes batch by batch, holds credits and settles them
    finder.startImport.skipped-free | done | Whoever is skipped costs none. | sandbox/finder > skips blocked people, and personal mailboxes
    finder.startImport.wallet | done | The wallet has to hold the estimate to begin. | sandbox/finder > an unknown campaign, too few credits, no room, no plan
    finder.startImport.holds | done | Credits are held batch by batch and settled against leads that exist. | sandbox/finder > goes batch by batch, holds credits and settles them
    finder.startImport.verification | done | Verification runs unless it is switched off, and skips the invalid. | sandbox/finder > verifies addresses within the allowance
    finder.startImport.verification-cost | approximated | Verification is metered for the next invoice. | sandbox/verification > and bills each check | note: The ledger has the dollars; there are no invoices.
    finder.startImport.catch-all | done | Catch-all and unconfirmed addresses are added and charged. | sandbox/finder > verifies addresses within the allowance
    finder.startImport.allowance-used | done | Once the allowance is used, every address is added and charged. | sandbox/finder > afterwards everybody is added
    finder.startImport.verifies-known | open | Whether people who are leads already are verified and billed is not said. | note: They are not; they are passed before verification.
    finder.startImport.first-n-continues | done | first_n goes on after the last one of the same filters. | sandbox/finder > goes on where the last one ended
    finder.startImport.from-start | done | fromStart begins at the top again. | sandbox/finder > from the top where told so
    finder.startImport.known-free | done | Known people are passed for free and count toward what is looked at. | sandbox/finder > passing known people for free
    finder.startImport.repeats-charge | done | The same call again adds and charges the next people. | sandbox/finder > goes on where the last one ended
    finder.startImport.same-running | done | 409 with the id while one of the same filters runs. | sandbox/finder > the same filters twice at once
    finder.startImport.exhausted | done | Where the audience ends, the next one begins at the top. | sandbox/finder > ends where the audience does
    finder.startImport.fetch-limit | done | It stops at five looks for each one requested, a thousand at least. | sandbox/finder > looks at five people for each one requested
    finder.startImport.daily | done | 25,000 people looked at a UTC day. | sandbox/finder > is limited to 25,000 people looked at in a UTC day
    finder.startImport.three-at-once | done | Three at once in a workspace. | sandbox/finder > and more than three imports at once
    finder.startImport.budget-reasons | approximated | Four reasons of an exhausted budget. | note: daily_import_limit and, for searches, daily_budget come about; the other two are budgets that the spec does not size.
    finder.startImport.contact-cap | done | 422 where the plan has no room. | sandbox/finder > an unknown campaign, too few credits, no room, no plan
    finder.startImport.free-credits | done | While credits are free nothing is debited. | sandbox/finder > costs nothing while credits are free
    finder.startImport.batches | approximated | How fast an import goes is not said. | note: Batches of simulated seconds, driven by the clock.
    finder.startImport.failed-charged | open | Whether an answer of 500 can have begun something is not said. | sandbox/finder > fails on the way | note: Treated as open: a failed import keeps and charges what it added.
    finder.import.foreign | done | Imports of others are not found. | sandbox/finder > is not found by another workspace
    finder.import.read-only | done | A read-only key may follow it. | sandbox/dispatch > lets a read-only key read and search
    `,
  ),
  ...rulesOf(
    'Prospect sourcing',
    `
    prospects.source.spends | done | It takes people for credits. | sandbox/prospects > makes leads of the people
    prospects.source.shape | open | Request and answer are not shown. | sandbox/prospects > goes on with the next people at every call | note: A count and perhaps a campaign; people of the primary profile; the answer has the import.
    prospects.source.repeats | approximated | What a repeated call does is not said. | sandbox/prospects > goes on with the next people at every call | note: It takes and charges the next people, like first_n.
    `,
  ),
];
