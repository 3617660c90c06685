import { rulesOf } from './rule.ts';

export const replies = rulesOf(
  'Replies and drafts',
  `
  replies.list.paging | done | 20 a page, 200 at most, newest first. | sandbox/answers > come newest first
  replies.list.fields | done | A reply has nine fields. | contract/fields > are all in the
  replies.list.pending | done | The category is null while it is being found. | sandbox/answers > have no category while they are being categorized
  replies.list.categorized | approximated | AI finds the category. | sandbox/answers > are categorized a little later | note: The world knows what was meant; it takes minutes to say so.
  replies.list.unattributed | approximated | A reply may belong to no campaign. | note: Every reply here answers an email, so every one has its campaign, unless that was deleted.
  drafts.list.paging | done | 20 a page, 200 at most. | sandbox/list-pages > hold as many %s as the specification says
  drafts.list.reply-all | done | To has who answered, Cc everybody else but ourselves. | sandbox/answers > answer everybody in the conversation but ourselves
  drafts.list.text | different | AI drafts the answers. | note: Sentences chosen by what the person wants; no model is asked.
  drafts.update.fields | open | What can be edited is not shown. | sandbox/answers > are changed, sent once | note: subject, body, to and cc.
  drafts.send.real | done | It goes out through the mailbox of the conversation with the present text. | sandbox/answers > sent once through the mailbox of the conversation
  drafts.send.gone | open | Whether a sent draft disappears is not said. | sandbox/answers > sent once through the mailbox of the conversation, and gone | note: It leaves the list; sending or changing it again is 409.
  drafts.send.impossible | done | 409 where it cannot be sent. | sandbox/answers > cannot be sent where %s
  drafts.send.tool | done | The tool of the agent protocol does the same. | sandbox/mcp > describes every operation as a tool
  drafts.scope | done | Only drafts of answers are found here. | sandbox/answers > are not found elsewhere
  replies.unsubscribe | done | Who asks not to be written to is not, in any campaign. | sandbox/answers > end all campaigns for somebody who unsubscribes
  replies.unsubscribe-link | approximated | Or uses the link in the email. | sandbox/answer-profile > bounces the declared share | note: By a declared rate; there is no page behind the link.
  replies.bounces-are-none | done | A bounce is no reply. | sandbox/answers > put the lead aside and are no replies
  replies.languages | approximated | People answer as they do. | sandbox/answer-profile > answers in the declared languages | note: Sentences in several languages and intents, by declared shares.
  replies.complaints | approximated | Some report an email as spam. | sandbox/answer-profile > has the declared share of complaints
  `,
);
