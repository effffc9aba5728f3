/** Projects, memberships, components, and their figures. */
export const componentTexts: Record<string, string> = {
  'projects.list':
    'All projects that the caller is a member of, and discoverable ones, by name. Of those that they are no member of they see name and admins, and may ask to join.',
  'projects.progress':
    'Requirements of each project, how many are determined and how many are locked, over the components that the caller is a member of. Projects without requirements are left out.',
  'projects.commentFigures':
    'Comments of the projects that the caller is a member of: by triage status, by day over the last thirty days, and where the caller is an author also by triager, section, organization and age. It covers the hundred projects with most open comments, and says how many were left out. It may be some seconds old where read replicas are used.',
  'projects.search':
    'The same projects by page, narrowed by a text and sorted as asked. A page past the end has no rows.',
  'projects.create':
    'Starts a project, whose admin the caller becomes. It is hidden unless `visibility` says discoverable; `slack_channel_id` is kept in its metadata and wins over the same key there.',
  'projects.show':
    'One project with its members, components and metadata. Open access requests are in it for those who decide on them.',
  'projects.update':
    'Changes name, description, visibility or metadata of a project; what is absent stays. Metadata is replaced as a whole. Making a project discoverable shows its name, description and admins to everybody who is signed in, never its content.',
  'projects.importBackup':
    'Imports the components of a backup archive, all or nothing: requirements, satisfactions, comments in the name of who wrote them, and with `include_memberships` the members that have an account here. `dry_run` answers the same and leaves nothing; `warnings` name every row that could not be matched. `component_filter` is a JSON object of names in the archive and names to import them as; without it a name that is taken ends the import.',
  'projects.createFromBackup':
    'Starts a project from a backup archive, whose admin the caller becomes. Name, description and visibility are the archive’s unless they are given; nothing is left of it when the import is refused. `dry_run` answers what would come and what the archive calls its project.',
  'components.detectSrg':
    'The SRG whose requirements a spreadsheet names in its column SRGID, in the release that has most of them. Refused where it names none, or those of several SRGs.',
  'components.previewSpreadsheetUpdate':
    'What a spreadsheet would change of a STIG component, requirement by requirement, and what locks would keep. Nothing is stored; `preview_token` binds an update to what was shown.',
  'components.applySpreadsheetUpdate':
    'Changes the requirements of a STIG component as a spreadsheet says, in one transaction; what is locked or inherited stays. With the `preview_token` of an earlier preview it is refused with 409 when file or requirements have changed since; without one, empty cells change nothing. `warnings` names the rows that were left out. Guards are of the component.',
  'reviews.importDisposition':
    'Takes a disposition matrix in: triage decisions, responses in a column Response, and rows without an id as comments of whom they name. Tried only, unless `dry_run` is false; then it is all or nothing. The same matrix twice changes nothing.',
  'projects.destroy':
    'Deletes a project with components, requirements, comments and memberships, for good; its audit entries stay. Refused while a component elsewhere is an overlay of one of its, and for project admins while one is released.',
  'projects.histories':
    'The newest 50 audit entries of a project and its memberships, newest first. `GET /api/audits` has all of them, by page.',
  'accessRequests.create':
    'Asks the admins of a discoverable project for access. One request may be open at a time; it gives no access by itself.',
  'accessRequests.destroy':
    'Cancels the caller’s own request, or denies somebody else’s as project admin; the toast says which. Granting one is done by adding a member with `access_request_id`.',
  'invitations.list':
    'Open invitations to a project, by address. An imported archive makes one for every membership in it; nobody is a member until an admin confirms it.',
  'invitations.confirm':
    'Gives the account with the verified address of an invitation its role in the project; the invitation, and an open request for access of the same person, is then gone. Refused while no account has verified the address. It counts against the limit of the search for people.',
  'invitations.decline': 'Removes an invitation; nobody is added or informed.',
  'memberships.list':
    'The members of a project or component by name, with their roles. System administrators pass every check and are listed only where they are members.',
  'memberships.create':
    'Gives somebody a role on a project or component; absent, it is viewer. `access_request_id` names the request that it answers, which is then gone. A role on a component gives nothing on its project.',
  'memberships.update':
    'Changes the role of a member at once, also for requests under way. The last admin of a project cannot be made less.',
  'memberships.destroy':
    'Ends a membership; what the person wrote stays. The last admin of a project cannot be removed.',
  'components.released':
    'Every released component of all projects, by name, version and release. Everybody who is signed in may read them, members or not.',
  'components.latest':
    'Of every prefix the newest released component, by prefix. A text of one character finds nothing, and an empty one everything.',
  'components.show':
    'One component with all its requirements, and for members with their locks, reviews and open comments. For others a released one has the published texts alone. Large components leave in pieces.',
  'components.showByName':
    'The same component, found by the displayed name of one of its requirements, such as `HGW1-01-000001`. Only the last six characters say which requirement is meant.',
  'components.create':
    'Creates a component in one transaction: from SRGs with all their requirements, as a copy of another component (`duplicate` and `id`), as an overlay of a released one (`component_id`), or from a spreadsheet. `warnings` names everything of a spreadsheet that is not read. A copy starts unreleased, unlocked and open for comments, and its comments are pending no more: they are history.',
  'components.update':
    'Changes name, title, description, numbers, people or the comment phase of a component; what is absent stays. `comment_phase` closed with `closed_reason` adjudicating still takes replies, finalized freezes requirements and triage, and open takes new comments again; dates open and close nothing by themselves. `released: true` publishes a STIG for good: every requirement must be locked, and nothing can be changed afterwards but its discussion.',
  'components.remove':
    'Deletes a component with its requirements and comments, for good; audit entries stay. Refused while an overlay rests on it; a released one can be deleted by system administrators only.',
  'components.rebase':
    'Moves a component to another release of an SRG that it is based on, matching requirements by version. A text that the component did not change follows the release; one that both changed stays, unless `choices` decide otherwise. New rules are added and dropped ones deleted. Locked requirements stay on their release. `dry_run` shows the three texts of each section and stores nothing.',
  'components.undoRebase':
    'Undoes the last rebase of a component, all of it, by the `rebase_id` that it answered. When a requirement changed since, all stay and the answer is 409.',
  'components.release':
    'Publishes an SRG component: identifiers are minted, a new SRG appears in the catalog, and the component becomes a read-only snapshot. Every requirement must be determined and locked, and version and release set. It cannot be undone. Only system administrators may do this, because the catalog is shared by all projects.',
  'components.lock':
    'Locks every requirement that is ready and writes the comment as a review on each. Those that are Not Yet Determined, under review, or lack mitigations or an artifact description are left out and named, with a warning; when none is ready it is 422.',
  'components.move':
    'Moves a component with its requirements, comments, history and own members into another project. The caller must be an admin of both projects. It is refused while the comment period is open, and of a released component. Members of the old project alone lose access, members of the new one get it; `dry_run` names them and changes nothing.',
  'components.unlock':
    'Unlocks every locked requirement and writes the comment as a review on each; their section locks count again. Without a locked requirement it is a success that counts none.',
  'components.lockSections':
    'Locks sections, or opens them, on every requirement that is not locked as a whole, or on those of them that `rule_ids` names. Requirements that are so already are not counted.',
  'components.find':
    'Requirements whose texts contain something, ignoring case, with all their content. It is a POST only because the text may be long: nothing is stored.',
  'components.histories':
    'The newest 50 audit entries of a component and its requirements, newest first. `GET /api/audits` has all of them, by page.',
  'components.history':
    'The versions of one component name within a project, each followed by what changed to the next: requirements added, removed and updated, by number. Only components with version and release count, released or not; no match is an empty list.',
  'components.related':
    'Other components whose primary SRG has the same title, as far as the caller may read them. It helps to find texts that were written before.',
  'components.changes':
    'Requirements that were added, removed or updated from one component to another, by number, with title, discussion, check and fix of both. Both may be any that the caller can read.',
  'components.compare':
    'The generated InSpec files of two components side by side, by requirement number. Only those files are compared, no other text.',
  'components.summary':
    'One component without its requirements: names, numbers, comment phase and counts. Cheap enough to ask often.',
  'components.header':
    'What stands above every page of a component: the summary with its project, guide, release and questions, and no requirements. People without a role on it see nobody’s names.',
  'components.readiness':
    'Everything that stands in the way of a release, by the rules that the release itself applies: its conditions, each with how much is missing, and per requirement why it is not ready to be locked, then the comments that wait. Gates that are not `blocking` are advice.',
  'components.srgCoverage':
    'Counts the requirements of the SRG by what the component says about them: addressed, satisfied by another requirement, not applicable, not yet determined, or without a requirement. It may be some seconds old where read replicas are used.',
  'components.stats':
    'Counts of the requirements of a component by status and severity, and how much of it is determined and locked. Deleted requirements don’t count.',
  'components.projectStats':
    'The same counts over all components of a project. It may be some seconds old where read replicas are used.',
  'components.workflowState':
    'How far a component is in authoring, locking, review, triage and release. The booleans under `comment` say what its comment phase allows right now.',
}
