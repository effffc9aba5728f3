/** Requirements of a component, and relocations. */
export const requirementTexts: Record<string, string> = {
  'rules.list':
    'All requirements of a component with their content, by number. Large components leave in pieces; deleted requirements are left out.',
  'rules.picker':
    'All requirements of a component by number, without their content: for menus and links; `page` and `per_page` narrow it. Requirements of SRG components have no `satisfies` and `satisfied_by`.',
  'rules.show':
    'One requirement with its content, its newest 100 reviews and its newest audit entries. Its ETag guards a later change.',
  'rules.create':
    'Adds a requirement under the next number, which nobody chooses and which is never used again. In a STIG component it is seeded from the SRG’s CCI-000366 requirement, in an SRG component it starts empty; with `duplicate` it is a copy of the requirement `id`. What the request names wins over seed and copy; guards are of the component.',
  'rules.update':
    'Changes the named parts of a requirement; what is absent stays. Nested lists change by `id`: without one an entry is added, with `_destroy` it is removed. Locked sections, a lock, a review under way and a finalized comment phase refuse it; a guarded change fails only when one of its own sections was changed meanwhile.',
  'rules.replace':
    'Replaces the content of a requirement: `status`, `title`, `fixtext` and `vendor_comments` must be there, though they may be null but the status. Other parts keep their value when absent. The same locks refuse it as for PATCH.',
  'rules.remove':
    'Deletes a requirement; its number stays taken and its comments are hidden with it. A locked one can be deleted too, and the toast warns. Requirements that it satisfied stand on their own again.',
  'rules.restore':
    'Brings a deleted requirement back with its number and comments, or recalls one that was moved to another component, until that component is released. The copy there is deleted.',
  'rules.revert':
    'Puts the named fields back to what they were before one audit entry. It is a change like any other: locks refuse it, and it can be reverted itself.',
  'rules.lockSection':
    'Locks one section of a requirement or opens it; other sections stay as they are. Locked texts are refused to every writer, unchanged ones are not.',
  'rules.lockSections':
    'Locks several sections of a requirement or opens them, all or none. One unknown name refuses the whole request.',
  'rules.findAndReplace':
    'Replaces a text in all requirements of a component, or in those that `rule_ids`, `fields` and `texts` name. `dry_run` shows every text before and after and stores nothing; `undo_bulk_update` takes the `update_id` of a replacement. Locked and frozen texts are skipped and named with the reason, the others change. Guards are of the component.',
  'rules.bulkUpdate':
    'Changes status, severity or texts of many requirements of one component in one transaction, named by `rule_ids` or by a `filter`. Locked ones, those under review and those with another version than in `expected_lock_versions` are left alone, each with its reason. `dry_run` shows the same and stores nothing; `update_id` takes it back.',
  'rules.undoBulkUpdate':
    'Takes back a change of many requirements, or a replacement, of the caller’s own, by the `update_id` that it answered, within ten minutes. When one of them changed since, all stay and the answer is 409.',
  'rules.deleted':
    'Deleted requirements of a component by page, the newest first, with who deleted them. Their numbers stay taken; an admin of the component brings them back.',
  'rules.reviewRequest':
    'The open review request of a requirement: who asks, since when, with which remark, and which reviewers it names. `review_request` is null without one. `possible_reviewers` are the members who could be named, at most 200.',
  'rules.reviewRequests':
    'Open review requests that name the caller, newest first, at most 100. Requests are left out where the caller may no longer review.',
  'rules.related':
    'Requirements of other components that answer the same SRG requirement, and those of published STIGs. Components that the caller may not read are left out.',
  'audits.ofRule':
    'The history of a requirement by page, newest first; changed texts are also compared word by word. Whoever may read the requirement may read it.',
  'satisfactions.create':
    'Says that a requirement is satisfied by another one of the same component. It becomes Applicable - Does Not Meet with a generated justification, and its earlier status is remembered. One that satisfies others cannot be satisfied itself. Guards are of the requirement `rule_id`.',
  'satisfactions.remove':
    'Takes such a link away; the requirement gets its earlier status, justification and mitigations back. With another parent left, it stays as it is. Guards are of the requirement that loses its parent.',
  'relocations.list':
    'Open and declined proposals of the caller’s projects, oldest first. Open ones from elsewhere are in it where a component of the caller could take them.',
  'relocations.destinations':
    'Technologies for which there are SRG components, by token. A proposal may also name one that does not exist yet.',
  'relocations.propose':
    'Marks a requirement of an SRG component as belonging elsewhere: to a technology, or to a named component or project, whose authors then see it. The requirement stays where it is until somebody accepts.',
  'relocations.remove':
    'Takes an open proposal back. One that was accepted or declined never changes and is 404.',
  'relocations.dryRun':
    'Tells what accepting a proposal into a component would do, and everything that stands against it. Nothing is stored, and an answer that is not valid is 200 too.',
  'relocations.accept':
    'Takes a proposed requirement into a component: a copy lands there under the next number, unlocked, and the original is deleted where it was. Its comments stay with the original. If the proposal names no target, the caller must be an author of the source too.',
  'relocations.decline':
    'Declines a proposal with a rationale that its proposer can read. The requirement may be proposed again. If the proposal names no target, the caller must be an author of the source too.',
}
