/** Comments, triage decisions and adjudication. */
export const commentTexts: Record<string, string> = {
  'reviews.ofProject':
    'Comments of all components of a project with the names of requirement and component, newest first or by `sort`. Without `triage_status` or `triage_statuses` only pending ones are listed, also by `ids`: send `all` to see the others. `status_counts` counts every status under the other filters.',
  'reviews.ofComponent':
    'Comments on a component and on its requirements, newest first or by `sort`. Without `triage_status` or `triage_statuses` only pending ones are listed, also by `ids`. A released component is readable for everybody who is signed in; addresses of people are then left out.',
  'reviews.ofUser':
    'What one person commented, newest first, with no default status. Others see only the rows of projects that they are members of, so that the list may be shorter than what the person sees.',
  'reviews.get':
    'One comment or one step of the review cycle, with its first 50 direct replies. Its ETag guards a later change of it.',
  'reviews.responses':
    'The direct replies to a comment, oldest first; replies to replies are asked for by their own id. Nothing is counted or marked as read.',
  'reviews.sectionChanges':
    'Whether the requirement still reads as it did when a comment was written: the fields of its section that differ, then and now, with the words that came and went. Without a section all fields of the requirement count; what was changed back does not. Comments on a component have none.',
  'reviews.createOnRule':
    'Adds a comment or a reply, or takes a step of the review cycle (`action`: request or revoke a review, request changes, approve, lock, unlock). A new comment needs an open comment phase and waits as pending; on a requirement that is satisfied by another one it is placed there, and the toast says so. A step changes the requirement, needs a role of its own and is 422 without it; the guards are of the requirement, and mean nothing beside a comment. A review request may name up to 20 other members who may review there (`reviewer_ids`); they are notified, and anyone else is 422.',
  'reviews.createOnComponent':
    'Adds a comment on the component as a whole, or a reply to such a comment. `action` and `section` are ignored: it is always a comment on no section. New comments need an open comment phase.',
  'reviews.edit':
    'Replaces the text of the caller’s own comment while it is pending; nobody else may, not even an administrator. The earlier text stays in the audit trail.',
  'reviews.withdraw':
    'Takes the caller’s own pending comment back, or one that waits for clarification: it becomes withdrawn and closed, and stays readable. An own reply loses its text and keeps its place. Only an administrator’s restore leads out of it.',
  'reviews.triage':
    'Records the decision on a comment; until it is closed it can be decided on again. `duplicate`, `informational`, `withdrawn` and `addressed_by` close it at once, the other four wait for adjudication. `response_comment` becomes a reply, which `response_review` answers; non-concurrence needs it. `close` closes it in the same write. Refused while the comment phase is finalized.',
  'reviews.bulkTriage':
    'One decision for many comments of one component, all or nothing, each with a copy of the response. Name them by `review_ids` or by a `filter` like that of the comment list, whose default status is pending. `dry_run` shows what would change and stores nothing; closed comments are refused. `decision_id` takes it back; `expected_lock_versions` refuses all with 409 where a comment changed. Unknown members of the `filter` are refused.',
  'reviews.adjudicate':
    'Closes a comment that has been decided on; its status stays. `resolution_comment` becomes a reply. Closing a closed comment changes nothing and answers 200; a pending one is 422.',
  'reviews.bulkAdjudicate':
    'Closes many decided comments of one component, all or nothing, each with a copy of the resolution. Unlike the single call, one that is pending or closed already refuses the whole request.',
  'reviews.reopen':
    'Takes the closing of a comment back, so that its decision can be revised. Its status stays as it was, also `duplicate` with its original. One that its commenter withdrew, or that is not closed, is 422 with a warning.',
  'reviews.undo':
    'Takes back the caller’s own decision or closing of the last ten minutes, with the reply that came with it: the comment is as it was before. Refused with 409 once anybody changed the comment or replied.',
  'reviews.undoBulk':
    'Takes back a bulk decision, bulk closing or merge of the caller’s own, by the `decision_id` that it answered, within ten minutes: every comment is as it was before, and the replies are gone. When one of them changed since, or got a reply, all stay and the answer is 409.',
  'reviews.componentSeries':
    'How many comments of a component were posted, decided and closed on each day of a range, at most a year; the last thirty days without one. A comment counts on the day of its present decision. It may be some seconds old where read replicas are used.',
  'reviews.projectSeries': 'The same over all components of a project.',
  'reviews.merge':
    'Makes several comments of one person in one component duplicates of one of them and closes them. The survivor’s text then begins with where the others were posted; replies and reactions stay where they are. `decision_id` takes all of it back; later, each duplicate can be restored.',
  'reviews.assign':
    'Puts a comment into the hands of a triager with a due date, or takes it out of them with null. The assignee must be author or higher there; the decision stays open to every author.',
  'reviews.retag':
    'Changes the section that a comment is about, or takes it off with null. The reason goes into the audit trail; naming the section it has already answers `idempotent` and changes nothing.',
  'reviews.moveToRule':
    'Moves a comment with all replies to another requirement of the same component, in every comment phase. Its text then begins with where it came from and why; decision and closing stay.',
  'reviews.adminWithdraw':
    'Withdraws the comment of somebody else in every comment phase: it is closed in the caller’s name, also when it was closed before, and loses its link to an original or a requirement. The reason goes into the audit trail.',
  'reviews.adminRestore':
    'Puts a closed comment back to pending in every comment phase: decision, closing and links are cleared, replies stay. It is the only way out of withdrawn.',
  'reviews.adminDestroy':
    'Deletes a comment with all replies and reactions for good, in every comment phase. Their texts stay in one audit entry until they are redacted; comments that named it as their original lose that link.',
  'reviews.redactDestroyed':
    'Takes the texts of a deleted comment and its replies out of the audit trail, and keeps their hashes. It cannot be undone; a second call answers 0 entries.',
  'reviews.acceptAndEdit':
    'Does what a comment asks for: changes its requirement and records concurrence, in one transaction. `rule` takes what changing a requirement takes, with the same locks and guards; when one half is refused, nothing is stored.',
  'reviews.componentTriageSummary':
    'How many top-level comments of a component have each status, and how many are closed; replies don’t count. It may be some seconds old where read replicas are used.',
  'reviews.projectTriageSummary':
    'How many top-level comments of all components of a project have each status, and how many are closed. Comments on deleted requirements don’t count.',
  'reviews.componentWorkload':
    'Open comments of each triager of a component, and how many of them are past their due date; unassigned comments are not listed. Also all comments by section and by organization, which is the mail domain of the commenter, and open comments by age.',
  'reviews.projectWorkload':
    'Open comments of each triager over all components of a project, and how many of them are past their due date; unassigned comments are not listed. Also all comments by section and by organization, and open comments by age.',
  'reviews.similarTo':
    'Comments of the same component that say nearly what this one says, best first, with a score from 0 to 1. `proposed_survivor_id` is the one to keep in a merge; nothing is stored.',
  'reviews.similarComments':
    'Looks for comments that say nearly what somebody is about to write, before it is posted. Nothing is stored, although it is a POST; the text is not kept.',
  'reviews.commentClusters':
    'Groups of comments of a component that say nearly the same, largest first. `min_score` (0.8 unless given) says how alike they are at least; comments that are alike to no other are in no group.',
  'reactions.list':
    'The names of those who reacted to a comment, by thumb up and thumb down, oldest first. It answers in every comment phase.',
  'reactions.toggle':
    'Sets the caller’s thumb, switches it, or takes it off when the same kind is sent again: repeating the request undoes it. Reactions need an open comment phase; closed comments take them too.',
  'responseTemplates.list':
    'Answers that the triagers of a project use again, by name. They are plain texts: using one stores no link to it.',
  'responseTemplates.create':
    'Adds a named answer for the triagers of a project. Names are unique within the project.',
  'responseTemplates.update':
    'Changes name or text of a response template; what is absent stays. Answers that were given with it do not change.',
  'responseTemplates.remove': 'Deletes a response template. Answers that were given with it stay.',
  'notificationPreferences.list':
    'How the caller hears of what happens to comments: one line for each project and event that they chose. What no line names is told in the daily mail.',
  'notificationPreferences.replace':
    'Replaces all notification preferences of the caller at once; an empty list goes back to the defaults. `project_id` null means everywhere that no other line names. Naming one project and event twice is 422.',
  'savedFilters.ofProject':
    'The filters that the caller saved for lists of the project, then those that others share, each by name. At most 500.',
  'savedFilters.createInProject':
    'Saves a filter of a list under a name; the caller has no other one of that name, regardless of case, for that list. Sharing it with all members of the project needs the role author. A user has at most 100 filters in one project.',
  'savedFilters.updateInProject':
    'Changes name, query or sharing; what is absent stays. Only its owner may, as an author if it is shared. Private filters of others are 404.',
  'savedFilters.removeFromProject':
    'Deletes a filter. Its owner may, and admins of the project if it is shared.',
  'savedFilters.ofComponent':
    'The filters that the caller saved for lists of the component, then those that others share, each by name. At most 500.',
  'savedFilters.createInComponent':
    'Saves a filter of a list under a name; the caller has no other one of that name, regardless of case, for that list. Sharing it with all members of the component needs the role author. A user has at most 100 filters in one component.',
  'savedFilters.updateInComponent':
    'Changes name, query or sharing; what is absent stays. Only its owner may, as an author if it is shared. Private filters of others are 404.',
  'savedFilters.removeFromComponent':
    'Deletes a filter. Its owner may, and admins of the component if it is shared.',
  'watches.list':
    'What the caller watches: projects, components, requirements and comments, newest first. Records that are deleted, or that the caller may no longer see, are left out.',
  'watches.set':
    'Begins or ends watching one record; doing either twice changes nothing. A watcher is notified of what happens to comments there, as their notification preferences say. A record of which the caller is no member, and a reply, is 422.',
  'presence.here':
    'Says which component, and which requirement or comment in it, the caller looks at, and answers who else is there. A page repeats it every 15 seconds; after 45 seconds without it the caller counts as gone. Nothing is kept beyond that, and no event tells of it.',
  'events.projectStream':
    'Server-sent events of a project for as long as the connection lives: comments, decisions and requirements, as they are stored. A comment line comes every 15 seconds, and the stream ends with the session or the access. `Last-Event-ID` resumes behind an event.',
  'events.componentStream':
    'The same for one component; one that is released can be watched by everybody who is signed in. `Last-Event-ID` resumes behind an event, and one too old is answered with `reset`: read the lists anew then.',
}
