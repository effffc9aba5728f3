/** The catalog, search, the audit log and information about the service. */
export const catalogTexts: Record<string, string> = {
  'srgs.list':
    'All SRGs of the catalog by title, newest release first. Their rules are left out; `GET /srgs/{id}` has them.',
  'srgs.show':
    'One SRG with all its rules. Another release is another record; a replaced document keeps the id.',
  'srgs.upload':
    'Reads SRGs into the catalog: an XCCDF document, a SCAP data stream, a zip with any number of them in folders and in zips, or a ReqIF document. `guides` has one line per benchmark: what became of it, and the warnings of its reader. One that is refused leaves nothing behind and the others come in; STIGs are passed over as `other_kind`. A guide that says the same as the one in the catalog exists; one of the same id and version that says something else is refused, or takes its place with `replace`. The answer is 422 where no guide is in the catalog afterwards. Without `benchmark_id` and `version`, the title of a ReqIF document is the id, and its version is the release at the end of that title, or V1R1.',
  'srgs.remove':
    'Removes an SRG from the catalog. Refused while any component is based on it, as its primary guide or one of its further ones.',
  'srgs.latest':
    'Of every SRG the newest release, by title. A text of one character finds nothing, and an empty one everything.',
  'srgs.stats':
    'Rules of an SRG by severity, and the components that are based on it. Components that the caller may not read are neither named nor counted.',
  'srgs.compare':
    'What changed between two releases of one line of SRGs, by rule: added, removed, and updated with the differences by word. Two different guides are 422.',
  'controls.list':
    'Every NIST SP 800-53 control that the CCIs of published guides belong to, with the number of requirements that carry one of its CCIs, over all that the caller may read, or in one component or project.',
  'controls.requirements':
    'Requirements that carry a CCI, or any CCI of a control, as far as the caller may read them. An unknown control or CCI finds nothing.',
  'srgs.updateImpact':
    'Counts, for each component on an SRG that the caller may read, the requirements that change or lose their rule with another release of the same line. Changes nothing.',
  'srgs.update':
    'Says that the releases of an SRG continue another SRG under a new id, so that both are one line with one latest release. `null` takes it out of that line.',
  'guides.upload':
    'Reads guides of both kinds into the catalog, as `POST /srgs` does with SRGs: each by what it says of itself. It takes a library of up to 600 MiB, such as a quarterly one with a zip per guide.',
  'stigs.compare':
    'What changed between two releases of one line of STIGs, as `GET /api/srgs/compare` says it of SRGs.',
  'stigs.update':
    'Says that the releases of a STIG continue another STIG under a new id, as `PATCH /srgs/{id}` does for SRGs.',
  'stigs.list':
    'All STIGs of the catalog by title, newest release first. Their rules are left out; `GET /stigs/{id}` has them.',
  'stigs.show':
    'One STIG with all its rules. Another release is another record; a replaced document keeps the id.',
  'stigs.upload':
    'Reads STIGs into the catalog, as `POST /srgs` reads SRGs. SRGs in the file are passed over as `other_kind`.',
  'stigs.remove':
    'Removes a STIG with its rules from the catalog, for good. No component depends on it, so nothing refuses that.',
  'stigs.latest':
    'Of every STIG the newest release, by title. A text of one character finds nothing, and an empty one everything.',
  'stigs.stats': 'Rules of a STIG by severity. It needs no credential, as the newest releases do.',
  'search.global':
    'Looks through projects, components, requirements and guides with their rules, as far as the caller may read them, best hits first, at most `limit` of each kind. Phrases in quotes stay whole, abbreviations find what they stand for; text of one character finds nothing.',
  'search.projects':
    'Projects with components on an SRG, by exactly its identifier. Rows are pairs of id and name, at most ten, as tools expect them.',
  'search.comments':
    'Comments that contain every word of the text, newest first, in components that the caller can read; `component_id` limits it to one. If more than 2,000 comments contain them, only the newest 20,000 comments that the caller can read are searched. Replies are not searched.',
  'search.components':
    'Components on an SRG, by exactly its identifier. Rows are pairs of id and name, as tools expect them.',
  'search.rules':
    'Requirements with exactly this SRG identifier, for tools. Texts are found by `GET /api/search/global`.',
  'audits.list':
    'The audit trail of a project, a component or a requirement by page, newest first; without one of them the whole trail, for system administrators. Dates are days of UTC, both included.',
  'audits.export':
    'The same entries as a file, `csv` or `jsonl`, streamed in one piece without paging. Cells of the CSV that would be formulas begin with an apostrophe.',
  'system.navigation':
    'What the menu of the web application shows to the caller, and the access requests that wait for them. Others see no requests; system administrators see all.',
  'system.settings':
    'What the sign-in page must know before anybody signs in: ways to sign in, password rules, banner and terms of use. No secret and no internal address is in it.',
  'system.version':
    'Name and version of the product that answers. It needs no credential and asks no database.',
  'system.acknowledgeConsent':
    'Remembers in this browser’s session that the terms of use were acknowledged. It needs no sign-in, and answers nothing but a cookie.',
}
