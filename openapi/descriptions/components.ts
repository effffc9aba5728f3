/** Projects, memberships, components, and their figures. */
export const componentTexts: Record<string, string> = {
  'projects.list':
    'All projects that the caller is a member of, and discoverable ones, by name. Non-members see only name and admins, and can request access.',
  'projects.progress':
    'Requirements of each project, how many are determined and how many are locked, over the components that the caller is a member of. Projects without requirements are left out.',
  'projects.commentFigures':
    'Comments of the projects that the caller is a member of: by triage status, by day over the last thirty days, and where the caller is an author also by triager, section, organization and age. It covers the hundred projects with most open comments, and says how many were left out. It may be some seconds old where read replicas are used.',
  'projects.search':
    'The projects that the caller can see, by page, filtered by a text and sorted. A page past the end has no rows.',
  'projects.create':
    'Creates a project; the caller becomes its admin. It is hidden unless `visibility` is discoverable. `slack_channel_id` is stored in its metadata and takes precedence over the same key there.',
  'projects.show':
    'One project with its members, components and metadata. Project admins also see open access requests.',
  'projects.update':
    'Changes name, description, visibility or metadata of a project; absent fields are unchanged. Metadata is replaced completely. Everyone who is signed in can see name, description and admins of a discoverable project, but not its content.',
  'projects.destroy':
    'Permanently deletes a project with its components, requirements, comments and memberships; audit entries stay. Rejected while a component of another project is an overlay of one of its components. If a component is released, only system administrators can delete the project.',
  'projects.histories':
    'The newest 50 audit entries of a project and its memberships, newest first. `GET /api/audits` has all of them, by page.',
  'accessRequests.create':
    'Requests access to a discoverable project. A user can have one open request per project.',
  'accessRequests.destroy':
    'Cancels the caller’s own request, or, as project admin, denies the request of another user. To grant a request, add a member with `access_request_id`.',
  'invitations.list':
    'Open invitations to a project, by address. An imported archive creates one for every membership in it; an invited person becomes a member when an admin confirms it.',
  'invitations.confirm':
    'Gives the account with the verified address of an invitation its role in the project. The invitation, and an open access request of the same person, are deleted. Rejected while no account has verified the address. It counts against the rate limit of the user search.',
  'invitations.decline': 'Removes an invitation; no one is added or notified.',
  'memberships.list':
    'The members of a project or component by name, with their roles. System administrators pass every check and are listed only where they are members.',
  'memberships.create':
    'Gives a user a role on a project or component (default: viewer). A role on a project ends the open access request of the user; `access_request_id` can name it. A role on a component gives no access to its project.',
  'memberships.update':
    'Changes the role of a member immediately, also for requests in progress. The last admin of a project cannot be demoted.',
  'memberships.destroy':
    'Ends a membership; what the person wrote stays. The last admin of a project cannot be removed.',
  'components.released':
    'Every released component of all projects, by name, version and release. Everyone who is signed in can read them.',
  'components.latest':
    'The newest released component of every prefix, by prefix. A text of one character finds nothing, an empty text everything.',
  'components.show':
    'One component with all its requirements; members also get locks, reviews and open comments. Non-members get only the published texts of a released component. Large components are streamed.',
  'components.showByName':
    'A component by the displayed name of one of its requirements, such as `HGW1-01-000001`. The last six characters are the requirement number.',
  'components.create':
    'Creates a component in one transaction: from SRGs with all their requirements (`name`, `prefix`, `title` and `security_requirements_guide_id` are required), as a copy of another component (`duplicate` and `id`), as an overlay of a released one (`component_id`), or from a spreadsheet. `warnings` names everything of a spreadsheet that is not read. A copy starts unreleased, unlocked and open for comments; its comments are history and not pending.',
  'components.update':
    'Changes name, title, description, numbers, people or the comment phase of a component; absent fields are unchanged. With `comment_phase` closed, `closed_reason` adjudicating still allows replies, and finalized freezes requirements and triage; open allows new comments again. `released: true` publishes a STIG, which cannot be undone: every requirement must be locked, and afterwards only comments can change.',
  'components.remove':
    'Permanently deletes a component with its requirements and comments; audit entries stay. Rejected while an overlay is based on it; `overlays` names up to 25 that the caller can read. Only system administrators can delete a released component.',
  'components.rebase':
    'Moves a component to another release of an SRG that it is based on, matching requirements by version. A text that the component did not change is updated; a text that both changed stays, unless `choices` say otherwise. New rules are added, and dropped rules are deleted. Locked requirements stay on their release. `dry_run` shows the three texts of each section and stores nothing.',
  'components.lastRebase':
    'The last rebase of a component, with the id to undo it. It is null if there is none, or if a requirement changed since.',
  'components.undoRebase':
    'Undoes the last rebase of a component by its `rebase_id`. If a requirement changed since, nothing is undone and the response is 409.',
  'components.release':
    'Publishes an SRG component: identifiers are assigned, a new SRG is added to the catalog, and the component becomes a read-only snapshot. Every requirement must be determined and locked, and version and release set. It cannot be undone. Only system administrators may do this, because the catalog is shared by all projects.',
  'components.lock':
    'Locks every requirement that is ready, and records the comment as a review on each. Requirements that are Not Yet Determined, under review, or lack mitigations or an artifact description are skipped and named in a warning. If none is ready, the response is 422.',
  'components.move':
    'Moves a component with its requirements, comments, history and own members into another project. The caller must be an admin of both projects. It is refused while the comment period is open, and of a released component. People who are members only of the old project lose access, members of the new project gain it; `dry_run` lists them and changes nothing.',
  'components.unlock':
    'Unlocks every locked requirement, and records the comment as a review on each; section locks apply again. If no requirement is locked, it succeeds with a count of 0.',
  'components.lockSections':
    'Locks or unlocks sections on every requirement that is not locked itself, or only on `rule_ids`. Requirements that do not change are not counted.',
  'components.find':
    'Requirements whose texts contain a text, ignoring case, with all their content. It is a POST only because the text may be long: nothing is stored.',
  'components.histories':
    'The newest 50 audit entries of a component and its requirements, newest first. `GET /api/audits` has all of them, by page.',
  'components.history':
    'The versions of one component name within a project, each followed by what changed to the next: requirements added, removed and updated, by number. Only components with version and release count, released or not; no match is an empty list.',
  'components.related':
    'Other components whose primary SRG has the same title, as far as the caller can read them. Their texts can be reused.',
  'components.changes':
    'Requirements that were added, removed or updated from one component to another, by number, with title, discussion, check and fix of both. Both may be any that the caller can read.',
  'components.compare':
    'The generated InSpec files of two components side by side, by requirement number. Only those files are compared, no other text.',
  'components.summary':
    'One component without its requirements: names, numbers, comment phase and counts. Cheap enough to ask often.',
  'components.header':
    'The header of the pages of a component: the summary with its project, guide, release and questions, without requirements. Callers without a role on it do not see names of people.',
  'components.readiness':
    'Everything that blocks a release, by the same rules as the release: its conditions with the number of missing items, why each requirement is not ready to be locked, and open comments. Gates that are not `blocking` are advice.',
  'components.srgCoverage':
    'Counts the requirements of the SRG by what the component says about them: addressed, satisfied by another requirement, not applicable, not yet determined, or without a requirement. With read replicas, figures can be a few seconds old.',
  'components.stats':
    'Counts of the requirements of a component by status and severity, and how much of it is determined and locked. With `changed_since`, also the requirements that changed later. Deleted requirements don’t count.',
  'components.projectStats':
    'Counts of requirements by status and severity over all components of a project. With read replicas, figures can be a few seconds old.',
  'components.workflowState':
    'How far a component is in authoring, locking, review, triage and release. The booleans under `comment` say what its comment phase allows now.',
}
