import type { Meaning } from './meaning.ts'

const unprocessable = (meaning: string): Meaning => ({ status: 422, meaning })

/** Reasons of guides, components and requirements. */
export const authoringReasons = {
  'guide.duplicate': unprocessable('The catalog already has this guide in this version, with other content.'),
  'guide.unknown': unprocessable('No guide in the catalog has this id.'),
  'guides.none': unprocessable('No guide of the file can be imported; `guides` says why, one by one.'),
  'upload.reqif': unprocessable('A ReqIF document cannot be uploaded inside an archive.'),
  'guide.in_use': unprocessable('Components are based on the guide.'),
  'guide.different_lines': unprocessable('Only releases of one line can be compared.'),
  'upload.extension': unprocessable('The operation does not accept files with this extension.'),
  'upload.too_complex': unprocessable(
    'The file takes too long to read (10 seconds in a trial, 40 in an import or a job), or too much memory; nothing is stored.',
  ),
  'upload.too_large': unprocessable('The file, or what is packed in it, is over its limit.'),
  'upload.archive': unprocessable(
    'The archive is damaged, encrypted or unsafe to unpack, or does not hold what it should.',
  ),
  'archive.version': unprocessable('The format version of the backup archive is not supported.'),
  'archive.invalid': unprocessable(
    'An entry of the backup archive is missing or unusable; the message names it and the row.',
  ),
  'archive.guide_missing': unprocessable(
    'A component is based on an SRG that is not in the catalog, and the archive lacks it or the caller cannot add it.',
  ),
  'archive.nothing_selected': unprocessable('`component_filter` names no component of the archive.'),
  'spreadsheet.unreadable': unprocessable(
    'The spreadsheet cannot be read; the message names the file and the row.',
  ),
  'spreadsheet.unusable': unprocessable(
    'Headers or rows of the spreadsheet do not fit; the message names them.',
  ),
  'spreadsheet.kind': unprocessable('Only STIG components can be updated from spreadsheets.'),
  'spreadsheet.no_ids': unprocessable('The spreadsheet has no SRG IDs.'),
  'spreadsheet.no_match': unprocessable('No SRG in the catalog matches the SRG IDs in the spreadsheet.'),
  'spreadsheet.several_srgs': unprocessable('The spreadsheet names requirements of several SRGs.'),
  'spreadsheet.preview_stale': {
    status: 409,
    meaning: 'The file or a requirement has changed since the preview.',
  },
  'disposition.refused': unprocessable(
    'At least one row of the matrix cannot be imported; `rows` names each.',
  ),
  'disposition.unknown_comment': unprocessable('A row does not match a comment of this component.'),
  'xccdf.encoding': unprocessable('The file is not in a readable character encoding.'),
  'xccdf.doctype': unprocessable('The file has a DTD, which is never processed.'),
  'xccdf.malformed': unprocessable('The file is not well-formed, or nested too deep.'),
  'xccdf.not_a_benchmark': unprocessable('The root of the file is not an XCCDF 1.1 benchmark.'),
  'xccdf.not_an_srg': unprocessable('The file is a STIG; upload it to the STIGs.'),
  'xccdf.not_a_stig': unprocessable('The file is an SRG; upload it to the SRGs.'),
  'xccdf.header_incomplete': unprocessable('Id, title or version of the benchmark is missing.'),
  'xccdf.header_too_long': unprocessable('A field of the benchmark is over its limit.'),
  'xccdf.no_rules': unprocessable('The benchmark has no rules.'),
  'xccdf.rule_invalid': unprocessable('At least one rule cannot be imported; `errors` names the first ones.'),
  'component.ineligible_source': unprocessable('An SRG of the source set does not fit the document type.'),
  'component.move_target': unprocessable(
    'The project is unknown, the caller is not an admin there, or the component is already in it.',
  ),
  'component.move_while_open': unprocessable(
    'The comment period must be closed before the component is moved.',
  ),
  'component.rebase_unneeded': unprocessable('The component is already based on this release.'),
  'component.rebase_choice': unprocessable(
    'A choice names a requirement that does not move, a locked section, or a removal that is not possible.',
  ),
  'component.rebase_overtaken': {
    status: 409,
    meaning: 'Something in the component changed since the rebase, or its earlier release is gone.',
  },
  'component.no_rebase_to_undo': {
    status: 409,
    meaning: 'The rebase was already undone, or another one followed.',
  },
  'component.duplicate_revision': unprocessable(
    'The project already has a component with this name, version and release.',
  ),
  'component.numbers_exhausted': unprocessable('All six-digit requirement numbers are used.'),
  'component.unrelease': unprocessable('A release cannot be undone.'),
  'component.release_by_update': unprocessable('Use the release operation to publish an SRG component.'),
  'component.empty': unprocessable('There is no requirement to release.'),
  'component.unlocked_rules': unprocessable('Requirements are not locked yet.'),
  'component.blocking_findings': unprocessable('Requirements have findings that block the release.'),
  'component.frozen': unprocessable('The comment phase is finalized.'),
  'rule.locked': unprocessable('The requirement is locked.'),
  'rule.not_locked': unprocessable('The requirement is not locked.'),
  'rule.under_review': unprocessable('The requirement is under review.'),
  'rule.not_under_review': unprocessable('There is no open review request.'),
  'rule.not_requestor': unprocessable('Only the requestor or an administrator may do this.'),
  'rule.own_request': unprocessable('Someone else must review the request.'),
  'rule.section_locked': unprocessable('A section that would change is locked.'),
  'rule.status_of_type': unprocessable('The status belongs to the other document type.'),
  'rule.justification_missing': unprocessable('Not Applicable needs a justification.'),
  'rule.seed_missing': unprocessable(
    'The SRG has no rule with CCI-000366, which new requirements start from.',
  ),
  'rule.replacement_too_long': unprocessable(
    'A text would be over the limit of its field; nothing was changed.',
  ),
  'rule.replacement_too_large': unprocessable('More texts would change than one request may change.'),
  'rule.update_too_large': unprocessable('More requirements would change than one request may change.'),
  'rule.nothing_to_undo': {
    status: 409,
    meaning: 'The caller has no bulk change that can still be undone.',
  },
  'rule.update_overtaken': {
    status: 409,
    meaning: 'One of the requirements has changed since, so the change cannot be undone.',
  },
  'rule.not_ready': unprocessable(
    'A finding of the requirement blocks locking, by the policy of its component.',
  ),
  'component.nothing_to_lock': unprocessable('No requirement was ready to be locked.'),
  'component.not_comparable': unprocessable('Only STIG components have InSpec files.'),
  'component.overlaid': unprocessable('Other components are overlays of this one.'),
  'satisfaction.kind': unprocessable('Requirements of an SRG component cannot satisfy each other.'),
  'satisfaction.self': unprocessable('A requirement cannot satisfy itself.'),
  'satisfaction.component': unprocessable('Both requirements must be in the same component.'),
  'satisfaction.exists': unprocessable('The link already exists.'),
  'satisfaction.depth': unprocessable('A satisfied requirement cannot satisfy others.'),
  'rule.not_revertable': unprocessable('The audit entry, or a named field, cannot be reverted.'),
  'rule.unknown_section': unprocessable('The section, or whether to lock it, is missing or unknown.'),
  'component.release_kind': unprocessable('Only SRG components have this release operation.'),
  'component.undetermined_rules': unprocessable('Requirements are not yet determined.'),
  'component.unnumbered': unprocessable('Version or release number is missing.'),
  'component.no_abbreviation': unprocessable('The prefix does not begin with letters.'),
  'component.overlay_unreleased': unprocessable('Only released components can be overlaid.'),
  'relocation.open': unprocessable('The requirement already has an open proposal.'),
  'relocation.taken_up': unprocessable(
    'The requirement cannot be recalled: its new component is released, or it was relocated again.',
  ),
  'relocation.ineligible': unprocessable('The target cannot accept the requirement; the messages say why.'),
} satisfies Record<string, Meaning>
