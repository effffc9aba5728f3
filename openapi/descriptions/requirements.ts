/** Requirements of a component, and relocations. */
export const requirementTexts: Record<string, string> = {
  'rules.list':
    'All requirements of a component with their content, by number, without deleted ones. Large components are streamed.',
  'rules.picker':
    'All requirements of a component by number, without their content, for menus and links; `page` and `per_page` select a page. Requirements of SRG components have no `satisfies` and `satisfied_by`.',
  'rules.show':
    'One requirement with its content, its newest 100 reviews and its newest audit entries. Use its ETag to guard a later change.',
  'rules.create':
    'Adds a requirement with the next number; numbers are never reused. In a STIG component it is seeded from the SRG’s CCI-000366 requirement, in an SRG component it starts empty; with `duplicate` it is a copy of the requirement `id`. Values in the request take precedence. Guards apply to the component.',
  'rules.update':
    'Changes the given fields of a requirement; absent fields are unchanged. Entries of nested lists change by `id`: without one an entry is added, with `_destroy` it is removed. Rejected if a changed section or the requirement is locked, under review, or if the comment phase is finalized. A guarded change fails only if one of its sections changed in the meantime.',
  'rules.replace':
    'Replaces the content of a requirement: `status`, `title`, `fixtext` and `vendor_comments` are required; all but the status can be null. Other fields are unchanged when absent. The locks of PATCH apply.',
  'rules.remove':
    'Deletes a requirement; its number is not reused, and its comments are hidden. A locked requirement can be deleted too; the toast then warns. Requirements that it satisfied are no longer satisfied by it.',
  'rules.restore':
    'Restores a deleted requirement with its number and comments. It also recalls a requirement that was relocated, until the other component is released; the copy there is deleted.',
  'rules.revert':
    'Reverts the named fields to their values before an audit entry. It is a normal change: locks apply, and it can be reverted itself.',
  'rules.lockSection':
    'Locks or unlocks one section of a requirement. A change of a locked section is rejected, unless the text stays the same.',
  'rules.lockSections':
    'Locks or unlocks several sections of a requirement, all or none. An unknown name makes the whole request fail.',
  'rules.findAndReplace':
    'Replaces a text in all requirements of a component, or in those that `rule_ids`, `fields` and `texts` name. `dry_run` shows every text before and after and stores nothing; `undo_bulk_update` undoes a replacement by its `update_id`. Locked and frozen texts are skipped and listed with the reason. Guards apply to the component.',
  'rules.bulkUpdate':
    'Changes status, severity or texts of many requirements of one component in one transaction, named by `rule_ids` or by a `filter`. Requirements that are locked, under review, or at another version than in `expected_lock_versions` are skipped, each with its reason. `dry_run` shows the same and stores nothing. Undo it with `update_id`.',
  'rules.undoBulkUpdate':
    'Undoes a bulk change or replacement of the caller by its `update_id` within ten minutes. If one of the requirements changed since, nothing is undone and the response is 409.',
  'rules.deleted':
    'Deleted requirements of a component by page, newest first, with the user who deleted them. Component admins can restore them.',
  'rules.reviewRequest':
    'The open review request of a requirement: requestor, time, remark and named reviewers. `review_request` is null without one. `possible_reviewers` are the members who can be named, at most 200.',
  'rules.reviewRequests':
    'Open review requests that name the caller, newest first, at most 100. Requests that the caller can no longer review are left out.',
  'rules.related':
    'Requirements of other components and published STIGs that address the same SRG requirement. Components that the caller cannot read are left out.',
  'audits.ofRule':
    'The history of a requirement by page, newest first; changed texts are also compared word by word. Everyone who can read the requirement can read it.',
  'satisfactions.create':
    'Records that another requirement of the same component satisfies a requirement. Its status becomes Applicable - Does Not Meet with a generated justification; the earlier status is stored. A requirement that satisfies others cannot be satisfied itself. Guards apply to the requirement `rule_id`.',
  'satisfactions.remove':
    'Removes a satisfaction; the requirement gets its earlier status, justification and mitigations back, unless another requirement still satisfies it. Guards apply to the satisfied requirement.',
  'relocations.list':
    'Open and declined proposals of the caller’s projects, oldest first. It includes open proposals of other projects that a component of the caller could accept. `allowed_actions` says what the caller can do with each.',
  'relocations.destinations':
    'Technologies for which there are SRG components, by token. A proposal can also name a technology that does not exist yet.',
  'relocations.propose':
    'Proposes to move a requirement of an SRG component to a technology, or to a named component or project, whose authors then see the proposal. The requirement stays where it is until the proposal is accepted.',
  'relocations.remove': 'Withdraws an open proposal. Accepted and declined proposals get 404.',
  'relocations.dryRun':
    'Shows what accepting a proposal into a component would do, and everything that prevents it. Nothing is stored; the status is 200 even if `valid` is false.',
  'relocations.accept':
    'Accepts a proposed requirement into a component: an unlocked copy is created there with the next number, and the original is deleted. Comments stay with the original. If the proposal names no target, the caller must be an author of the source too.',
  'relocations.decline':
    'Declines a proposal with a rationale that its proposer can read. The requirement can be proposed again. If the proposal names no target, the caller must be an author of the source too.',
}
