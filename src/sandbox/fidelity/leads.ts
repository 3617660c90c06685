import { rulesOf } from './rule.ts';

export const leads = [
  ...rulesOf(
    'Lead',
    `
    lead.fields | done | A lead has an address, eight named text fields, custom variables, a category, a meeting and two times. | contract/fields > are all in the
    lead.email-required | done | Whoever adds a lead has to give its address. | sandbox/dispatch > answers 400 to
    lead.middle-name | done | A middle name is kept when the lead is made and never changed by an upsert. | sandbox/leads > stores middleName at creation only
    lead.custom-variables | done | Attributes beyond the named fields are kept with values of any type. | sandbox/leads > adds custom variables
    lead.merge-tags.custom | done | Each custom variable can be used as {key} in copy. | domain/merge-tags > fill in named fields and custom variables
    lead.merge-tags.folding | done | Keys match without regard to case, and a space is an underscore. | domain/merge-tags > whatever their case and spaces
    lead.merge-tags.values | done | What is no text is written as its JSON when the email is made. | domain/merge-tags > render other values as their JSON text
    lead.merge-tags.collisions | open | Two keys that fold to the same one: who wins is not said. | domain/merge-tags > let a named field win | note: A named field wins, then the variable that came first; preflight and import report the collision.
    lead.merge-tags.missing | open | What happens to a tag without a value is not said. | domain/merge-tags > leave a tag without a value visible | note: The tag stays in the text, so that the outbox shows it; nothing is sent empty by accident.
    lead.tag.values | done | The category is one of six, or null until there is one. | contract/enums > of the specification
    lead.meeting.explicit | done | A meeting has a time only after somebody marked it. | sandbox/leads > only a meeting_booked records a time
    lead.replies-mark-no-meeting | done | No reply marks a meeting by itself. | sandbox/answers > never mark a meeting
    lead.times | done | Creation and last change are told; a change of nothing leaves the time alone. | sandbox/leads > leaves updatedAt alone
    `,
  ),
  ...rulesOf(
    'Leads (endpoints)',
    `
    leads.list.paging | done | Newest first, 20 a page unless asked, 200 at most, with total and hasMore. | sandbox/leads > pages through everything once
    leads.list.filters | done | The list can be narrowed to one address or to one campaign. | sandbox/leads > finds by address and by campaign
    leads.upsert.by-address | done | A lead with the address is updated, never doubled. | sandbox/leads > knows an address by its letters
    leads.upsert.case | approximated | Whether two spellings of an address are one lead is not said beyond the match by address. | sandbox/leads > keeps the first spelling | note: Upper and lower case are the same address; dots and plus parts are not folded.
    leads.upsert.limit | done | One to a thousand leads a call. | contract/limits > holds the edges of
    leads.upsert.put-alias | done | PUT does what POST does. | sandbox/dispatch > takes PUT /leads for POST /leads
    leads.upsert.campaign | done | A campaign stands beside the list, never within a lead, and has to be of the workspace. | sandbox/leads > knows only campaigns of the workspace
    leads.upsert.answer | done | The answer counts the leads and gives id and address of each. | sandbox/operations > its answer is what the exported schema says
    leads.upsert.contact-cap | done | Leads beyond the limit of the plan are refused with 422, the whole call with them. | sandbox/leads > refuses the whole call past the contact limit
    leads.upsert.no-webhook | done | Leads added by this call are not announced as created. | note: Only imports of the Lead Finder raise LeadCreated; nothing in the upsert does.
    leads.get.wrapped | done | One lead stands under the name lead. | sandbox/operations > its answer is what the exported schema says
    leads.get.foreign | done | A lead of another workspace is forbidden here, not missing. | sandbox/dispatch > are forbidden where the spec says so and else not found
    leads.update.partial | done | Only what is given changes. | sandbox/leads > changes given fields only
    leads.update.address-taken | open | Giving a lead the address of another one: nothing is said. | sandbox/leads > never takes the address of another lead | note: Refused with 400.
    leads.delete.cleans-up | done | Unsent emails and places in campaigns go with the lead. | sandbox/leads > deletes a lead with its unsent emails
    leads.setCategory.any | done | Any category may follow any other. | sandbox/leads > sets any category
    leads.setCategory.same | done | Setting what is set already changes nothing and tells nobody. | sandbox/leads > leaves updatedAt alone where nothing changes
    leads.setCategory.meeting | done | meeting_booked notes the time unless there is one. | sandbox/leads > only a meeting_booked records a time, once
    leads.setCategory.keeps-meeting | done | Another category later does not take the meeting away. | sandbox/leads > only a meeting_booked records a time, once
    leads.markMeeting.answer | done | Marking answers with id, category and time. | sandbox/leads > marks and clears a meeting
    leads.clearMeeting.only-way | done | Only the clearing call takes a meeting away. | sandbox/leads > marks and clears a meeting
    leads.move.path | open | Method and path of moving a lead are not shown. | contract/spec > says of every guessed path why it was guessed so | note: POST /leads/:id/move, which a profile may route elsewhere.
    leads.move.whole | done | A lead leaves the one campaign and joins the other. | sandbox/leads > moves a lead from the campaign it joined last
    leads.move.source | open | From which campaign a lead in several moves is not said. | sandbox/leads > moves a lead from the campaign it joined last | note: From the one it joined last.
    leads.conversation.path | open | The path of a conversation is not shown. | contract/spec > says of every guessed path why it was guessed so | note: GET /leads/:id/conversation.
    leads.conversation.shape | open | How the answer of a conversation is wrapped is not shown. | contract/fields > are all in the | note: A list under the name conversation.
    leads.conversation.order | open | In which order a conversation is told is not said. | sandbox/leads > tells in order what was sent and answered | note: Oldest first, as one reads it.
    leads.conversation.drafts | done | Only drafts outside of campaigns can be changed and sent as drafts of answers. | sandbox/answers > answer everybody in the conversation but ourselves
    `,
  ),
];
