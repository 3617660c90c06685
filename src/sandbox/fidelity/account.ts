import { rulesOf } from './rule.ts';

export const account = [
  ...rulesOf(
    'Conventions',
    `
    conventions.prefix | done | All paths stand below the prefix /r. | sandbox/listen > answers under its prefix like the one in memory
    conventions.json | done | Bodies are JSON. | sandbox/dispatch > answers 400 to %s
    conventions.times | done | Times are RFC 3339. | sandbox/operations > its answer is what the exported schema says
    conventions.ids | done | Ids are whole numbers above 0. | sandbox/dispatch > refuses %s as an id
    conventions.queries | open | Unknown names in a query are not spoken of. | sandbox/dispatch > ignores what it does not know in a query | note: They are ignored.
    conventions.tools | done | The agent-protocol server has the same calls under the same keys. | sandbox/mcp > describes every operation as a tool with its fields
    conventions.tools.names | open | Only one tool is named. | contract/tools > have the one that the specification names | note: The others are named in the same way, and may be written in other ways.
    conventions.site | different | The public site has free tools without a key. | note: Paths and shapes are not shown; the sandbox serves none.
    `,
  ),
  ...rulesOf(
    'Authentication',
    `
    auth.bearer | done | The key comes after Bearer and a space; without the word its first letters are lost. | sandbox/dispatch > refuses %s
    auth.form | done | 53 characters: run_, eight, an underscore, forty. | contract/keys > has 53 characters of the form
    auth.sandbox-tag | different | Any eight characters may follow the prefix. | contract/keys > of the sandbox carries the tag | note: Only keys with SANDBOX0 are taken here, and no live profile sends such a key.
    auth.one-workspace | done | A key sees the things of one workspace. | sandbox/workspaces > each with keys that see it alone
    auth.messages | done | Seven messages for seven ways to fail, as JSON under the name of plain text. | sandbox/dispatch > refuses %s
    auth.messages.no-key | done | Nothing after Bearer is a missing key, also where HTTP takes the space away. | sandbox/listen > says that the key is missing
    auth.paused | done | Deleted and paused keys stop at once. | sandbox/dispatch > refuses a key once it is paused
    auth.expired | done | Expired keys say what to do. | sandbox/dispatch > and an expired one with what to do
    auth.expiring | different | Only keys that the set-up of the app has made expire. | note: There is no app: every world has one key that has expired, and no other expires.
    auth.scopes | done | read or read_write. | sandbox/operations > asks for the scope that it names
    auth.read-only.gets | done | A read-only key may make every GET. | sandbox/dispatch > lets a read-only key read and search
    auth.read-only.posts | done | And four POSTs that buy and send nothing. | contract/spec > reads the search as a call that a read-only key may make
    auth.read-only.refused | done | Everything else is 403 before it has an effect. | sandbox/dispatch > refuses every write before it has an effect
    auth.changes-nothing | done | Three calls change nothing and need the other key all the same. | sandbox/imports > needs a read-and-write key for %s
    auth.main-workspace | done | The main key also makes workspaces and keys and writes the global list. | sandbox/workspaces > are created by the main one
    auth.child-mailboxes | done | It reads and changes mailboxes of child workspaces. | sandbox/senders > except of a child workspace
    auth.tools | done | The agent-protocol server takes the same keys. | sandbox/mcp > takes the same keys
    `,
  ),
  ...rulesOf(
    'Workspaces and set-up',
    `
    workspaces.list.shape | open | What the list is called in the answer is not shown. | sandbox/workspaces > are all listed for the main one | note: workspaces.
    workspaces.list.main | done | The main key lists all of them. | sandbox/workspaces > are all listed for the main one
    workspaces.list.others | open | What another key sees is not said. | sandbox/workspaces > another key sees its own | note: Its own workspace.
    workspaces.create.main-only | done | Only the main key makes one. | sandbox/workspaces > and keys are refused to every other key
    workspaces.create.shape | open | Request and answer are not shown. | sandbox/workspaces > are created by the main one | note: A name; id and name come back.
    workspaces.createKey.once | open | Whether a key is shown again is not said. | sandbox/workspaces > each with keys that see it alone | note: Only in the answer that makes it.
    setup.ping.read-only | done | A read-only key may make it, and it changes nothing. | sandbox/workspaces > may be made with a read-only key
    setup.ping.shape | open | Request and answer are not shown. | note: No body; the workspace of the key comes back.
    `,
  ),
  ...rulesOf(
    'Blocklist',
    `
    blocklist.list.paging | done | By limit and offset, 100 unless asked, 1,000 at most. | sandbox/blocklist > is paged by offset
    blocklist.list.global | done | A child workspace sees the global entries with the main workspace as their owner. | sandbox/blocklist > shows global entries to child workspaces
    blocklist.add.limit | done | 1,000 values a call. | sandbox/blocklist > takes 1 to 1,000 values a call
    blocklist.add.skips | done | What is there already or is no value is skipped. | sandbox/blocklist > skips what stands on it
    blocklist.add.path | open | Method and path are not shown. | contract/spec > says of every guessed path why it was guessed so | note: POST /blocklist.
    blocklist.add.global | done | Only the main key writes the global list. | sandbox/blocklist > lets only the main one write them
    blocklist.update.infers | done | Address or domain follows from the @. | sandbox/blocklist > changes an entry and moves it between the lists
    blocklist.update.path | open | Method and path are not shown. | contract/spec > says of every guessed path why it was guessed so | note: PUT /blocklist/:id.
    blocklist.remove.by | done | By ids or by values, whatever their case, on the list that is meant. | sandbox/blocklist > deletes by id and by value
    blocklist.remove.path | open | Method and path are not shown. | contract/spec > says of every guessed path why it was guessed so | note: DELETE /blocklist with a body.
    blocklist.removeEntry.path | open | Method and path are not shown. | contract/spec > says of every guessed path why it was guessed so | note: DELETE /blocklist/:id.
    blocklist.under-way | open | Whether emails already scheduled are stopped is not said. | sandbox/blocklist > keeps everybody on it from being written to | note: They are not: the list is asked when the emails of a lead are made.
    `,
  ),
];
