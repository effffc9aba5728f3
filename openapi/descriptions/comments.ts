import { BOARD_EVENTS } from '../../src/vocabulary.ts'

/** What all event streams have in common. */
const STREAM =
  `Events: ${BOARD_EVENTS.map((kind) => `\`${kind}\``).join(', ')}. ` +
  'Their data name the records by id (`review_id`, `rule_id`, `component_id`), the time (`at`) and the `actor`; read the records for the rest. A comment line is sent every 15 seconds. The stream ends with the session or the access. It starts with the next event, so read the lists after you open it; `Last-Event-ID` resumes after an event. `reset` means that events were missed: read the lists again.'

/** Comments, triage decisions and adjudication. */
export const commentTexts: Record<string, string> = {
  'reviews.ofProject':
    'Comments of all components of a project with the names of requirement and component, newest first or by `sort`. Without `triage_status` or `triage_statuses` only pending comments are listed, also with `ids`; send `all` to list every status. `status_counts` counts every status under the other filters.',
  'reviews.ofComponent':
    'Comments on a component and on its requirements, newest first or by `sort`. Without `triage_status` or `triage_statuses` only pending comments are listed, also with `ids`. Everyone who is signed in can read a released component; non-members do not see email addresses.',
  'reviews.ofUser':
    'The comments of one user, newest first, with no default status. Other callers see only comments in projects that they are members of.',
  'reviews.get':
    'One comment or review step, with its first 50 direct replies. Use its ETag to guard a later change.',
  'reviews.responses':
    'The direct replies to a comment, oldest first. Request the replies to a reply by its own id.',
  'reviews.sectionChanges':
    'Whether the requirement changed since a comment was written: the fields of its section that differ, then and now, with the inserted and deleted words. Without a section, all fields of the requirement are compared. Changes that were reverted are not listed. Comments on a component have none.',
  'reviews.createOnRule':
    'Adds a comment or a reply, or takes a review step (`action`: request or revoke a review, request changes, approve, lock, unlock). A new comment requires an open comment phase and is pending. On a requirement that another one satisfies, it is placed on the other one, and the toast says so. Each step requires its own role (otherwise 422) and changes the requirement; guards apply to the requirement and are ignored for comments. A review request can name up to 20 other members who can review there (`reviewer_ids`); they are notified.',
  'reviews.createOnComponent':
    'Adds a comment on the component itself, or a reply to such a comment. `action` and `section` are ignored: the comment has no section. New comments require an open comment phase.',
  'reviews.edit':
    'Replaces the text of the caller’s own comment while it is pending; no one else can, not even an administrator. The earlier text stays in the audit trail.',
  'reviews.withdraw':
    'Withdraws the caller’s own comment while it is pending or needs clarification: it is closed and stays readable. A withdrawn reply loses its text but keeps its place. Only an admin can restore a withdrawn comment.',
  'reviews.triage':
    'Records the decision on a comment; until it is closed, the decision can be changed. `duplicate`, `informational`, `withdrawn` and `addressed_by` close it immediately; the other four await adjudication. `response_comment` becomes a reply, returned as `response_review`; `non_concur` requires it. `close` closes the comment in the same write. Rejected while the comment phase is finalized.',
  'reviews.bulkTriage':
    'Decides on many comments of one component, all or nothing; each gets a copy of the response. Select them by `review_ids` or by a `filter` like that of the comment list (default status: pending). `dry_run` shows what would change and stores nothing; closed comments are rejected. Undo it with `decision_id`. With `expected_lock_versions`, all are rejected with 409 if one changed. Unknown members of the `filter` are rejected.',
  'reviews.adjudicate':
    'Closes a comment that has been decided on; its status stays. `resolution_comment` becomes a reply. Closing a closed comment changes nothing and returns 200; a pending comment gets 422.',
  'reviews.bulkAdjudicate':
    'Closes many decided comments of one component, all or nothing, each with a copy of the resolution. Unlike the single call, a pending or closed comment makes the whole request fail.',
  'reviews.reopen':
    'Reopens a closed comment, so that its decision can be revised. Its status does not change. A comment that is withdrawn or not closed gets 422 with a warning.',
  'reviews.undo':
    'Undoes the caller’s own decision or closing from the last ten minutes, with its reply. Rejected with 409 if someone changed the comment or replied since.',
  'reviews.undoBulk':
    'Undoes a bulk decision, bulk closing or merge of the caller by its `decision_id` within ten minutes, with its replies. If one of the comments changed or got a reply since, nothing is undone and the response is 409.',
  'reviews.componentSeries':
    'How many comments of a component were posted, decided and closed on each day of a range, at most a year; the last thirty days without one. A comment counts on the day of its current decision. With read replicas, figures can be a few seconds old.',
  'reviews.projectSeries':
    'Comments posted, decided and closed on each day over all components of a project, like the series of one component.',
  'reviews.merge':
    'Marks several comments by one person in one component as duplicates of one of them and closes them. The text of the survivor then begins with the places of the others; replies and reactions stay where they are. Undo it with `decision_id`; later, each duplicate can be restored.',
  'reviews.assign':
    'Assigns a comment to a triager with a due date; null removes the assignment. The assignee must be author or higher; every author can still decide.',
  'reviews.retag':
    'Changes the section that a comment is about; null removes it. The reason is recorded in the audit trail. If the section is already set, nothing changes and `idempotent` is true.',
  'reviews.moveToRule':
    'Moves a comment with all replies to another requirement of the same component, in every comment phase. Its text then begins with its former requirement and the reason; decision and closing do not change.',
  'reviews.adminWithdraw':
    'Withdraws the comment of another user in every comment phase. It is closed in the caller’s name and loses its link to an original or a requirement. The reason is recorded in the audit trail.',
  'reviews.adminRestore':
    'Puts a closed comment back to pending in every comment phase: decision, closing and links are cleared, replies stay. Only this restores a withdrawn comment.',
  'reviews.adminDestroy':
    'Permanently deletes a comment with all replies and reactions, in every comment phase. Their texts stay in one audit entry until it is redacted. Duplicates of the comment lose their link.',
  'reviews.redactDestroyed':
    'Removes the texts of a deleted comment and its replies from the audit trail, but keeps their hashes. It cannot be undone; a second call returns 0 entries.',
  'reviews.acceptAndEdit':
    'Accepts a comment: changes its requirement and records concurrence, in one transaction. `rule` accepts the fields of a requirement update, with the same locks and guards. If one part is rejected, nothing is stored.',
  'reviews.componentTriageSummary':
    'How many top-level comments of a component have each status, and how many are closed; replies don’t count. With read replicas, figures can be a few seconds old.',
  'reviews.projectTriageSummary':
    'How many top-level comments of all components of a project have each status, and how many are closed. Comments on deleted requirements don’t count.',
  'reviews.componentWorkload':
    'Open comments of each triager of a component, and how many of them are past their due date; unassigned comments are not listed. Also all comments by section and by organization, which is the mail domain of the commenter, and open comments by age.',
  'reviews.projectWorkload':
    'Open comments of each triager over all components of a project, and how many of them are past their due date; unassigned comments are not listed. Also all comments by section and by organization, and open comments by age.',
  'reviews.similarTo':
    'Similar comments of the same component, most similar first, with a score from 0 to 1. `proposed_survivor_id` is the comment to keep in a merge. Nothing is stored.',
  'reviews.similarComments':
    'Finds comments similar to a text before it is posted. Nothing is stored, although it is a POST.',
  'reviews.commentClusters':
    'Groups of similar comments of a component, largest first. `min_score` (default 0.8) is the minimum similarity. Comments without a similar one are not listed.',
  'reactions.list':
    'The names of people who reacted to a comment, by thumbs up and thumbs down, oldest first. It works in every comment phase.',
  'reactions.toggle':
    'Sets or switches the caller’s reaction, or removes it if the same kind is sent again: repeating the request undoes it. Reactions require an open comment phase; they are possible on closed comments too.',
  'responseTemplates.list':
    'Reusable responses of a project, by name. They are plain texts: using one stores no link to it.',
  'responseTemplates.create':
    'Adds a reusable response for the triagers of a project. Names are unique within the project.',
  'responseTemplates.update':
    'Changes name or text of a response template; absent fields are unchanged. Existing responses do not change.',
  'responseTemplates.remove': 'Deletes a response template. Existing responses stay.',
  'notificationPreferences.list':
    'How the caller is notified of comment events: one row for each project and event that they chose. Other events are in the daily email.',
  'notificationPreferences.replace':
    'Replaces all notification preferences of the caller at once; an empty list goes back to the defaults. `project_id` null applies to all projects without a row of their own. A project and event that occur twice get 422.',
  'savedFilters.ofProject':
    'The filters that the caller saved for lists of the project, then those that others share, each by name. At most 500.',
  'savedFilters.createInProject':
    'Saves a filter of a list under a name, which must be unique among the caller’s filters of that list, regardless of case. Sharing it with all members of the project requires the role author. A user can save at most 100 filters in a project.',
  'savedFilters.updateInProject':
    'Changes name, query or sharing; absent fields are unchanged. Only the owner can change it, as an author if it is shared. Private filters of others get 404.',
  'savedFilters.removeFromProject':
    'Deletes a filter. Its owner can delete it, and project admins if it is shared.',
  'savedFilters.ofComponent':
    'The filters that the caller saved for lists of the component, then those that others share, each by name. At most 500.',
  'savedFilters.createInComponent':
    'Saves a filter of a list under a name, which must be unique among the caller’s filters of that list, regardless of case. Sharing it with all members of the component requires the role author. A user can save at most 100 filters in a component.',
  'savedFilters.updateInComponent':
    'Changes name, query or sharing; absent fields are unchanged. Only the owner can change it, as an author if it is shared. Private filters of others get 404.',
  'savedFilters.removeFromComponent':
    'Deletes a filter. Its owner can delete it, and component admins if it is shared.',
  'inbox.mine':
    'The open work of the caller in all projects: comments that are assigned to them where they are an author, by due date, and requirements whose review others requested where they are a reviewer, with those that name them first. It also has requirements that they can edit and whose reviewer requested changes, and texts of the last seven days that mention them, until they reply in the thread. Each list has at most 100 rows; `total` counts all.',
  'watches.list':
    'What the caller watches: projects, components, requirements and comments, newest first. Records that are deleted, or that the caller can no longer see, are left out.',
  'watches.set':
    'Starts or stops watching a record; repeating it changes nothing. Watchers are notified of comment events there, according to their notification preferences. A record that the caller is not a member of, or a reply, gets 422.',
  'presence.here':
    'Reports which component, requirement or comment the caller is viewing, and returns who else is there. Repeat it every 15 seconds; after 45 seconds without it, the caller is no longer present. Nothing else is stored, and no event is sent.',
  'events.projectStream': `Server-sent events of a project: changes of comments, decisions and requirements. ${STREAM}`,
  'events.componentStream': `Server-sent events of a component; for a released component, everyone who is signed in can open the stream. ${STREAM}`,
}
