/** The catalog, search, the audit log and information about the service. */
export const catalogTexts: Record<string, string> = {
  'srgs.list':
    'All SRGs of the catalog by title, newest release first. Their rules are left out; `GET /srgs/{id}` has them.',
  'srgs.show':
    'One SRG with all its rules. Each release is a record of its own; a replaced document keeps its id.',
  'srgs.upload':
    'Reads SRGs into the catalog: an XCCDF document, a SCAP data stream, a zip with any number of them in folders and in zips, or a ReqIF document. `guides` has one line per benchmark with its status and warnings. A rejected benchmark stores nothing, and the others are imported; STIGs are skipped as `other_kind`. A guide equal to the one in the catalog is `exists`. A guide with the same id and version but other content is rejected, or replaces the earlier one with `replace`. If no guide is in the catalog afterwards, the response is 422. Without `benchmark_id` and `version`, the title of a ReqIF document is the id, and its version is the release at the end of that title, or V1R1.',
  'srgs.remove': 'Removes an SRG from the catalog. It is rejected while a component is based on it.',
  'srgs.latest':
    'The newest release of every SRG, by title. A text of one character finds nothing, an empty text everything.',
  'srgs.stats':
    'Rules of an SRG by severity, and the components that are based on it. Components that the caller cannot read are neither listed nor counted.',
  'srgs.compare':
    'What changed between two releases of one line of SRGs, by rule: added, removed, and updated with the differences by word. Releases of different guides get 422.',
  'controls.list':
    'Every NIST SP 800-53 control that the CCIs of published guides belong to, with the number of requirements that have one of its CCIs. CCIs of requirements that only the uploaded CCI list maps are added. It counts requirements that the caller can read, or those of one component or project. `families` counts each requirement once in a family, however many of its controls it has.',
  'controls.requirements':
    'Requirements that have a CCI, or any CCI of a control or of its items, as far as the caller can read them. An unknown control or CCI finds nothing.',
  'controls.texts':
    'The title, statement and guidance of a control with the definitions of its CCIs, or the definitions of CCIs with the texts of their controls. The texts are from the uploaded reference documents; without them, only the mapping is known. A CCI that the service does not map belongs to the control that the uploaded CCI list refers to in the newest revision. An unknown control finds nothing.',
  'referenceDocuments.list':
    'The CCI list and the catalog of controls that a system administrator uploaded, with version and number of entries.',
  'referenceDocuments.upload':
    'Stores DISA’s CCI list (`U_CCI_List.xml`, or the zip that contains it) or NIST’s OSCAL catalog of SP 800-53 (JSON). The kind is detected from the content. The document replaces the current one of its kind; if any entry is invalid, nothing changes. The service contains neither document.',
  'referenceDocuments.remove':
    'Removes the CCI list or the catalog with its texts. Requirements and the mapping of the service do not change.',
  'srgs.updateImpact':
    'Counts, for each component on an SRG that the caller may read, the requirements that change or lose their rule with another release of the same line. Changes nothing.',
  'srgs.update':
    'Records that an SRG continues another SRG under a new id, so that both are one line with one latest release. `null` removes it from that line.',
  'guides.upload':
    'Reads SRGs and STIGs into the catalog, as `POST /srgs` does for SRGs; the kind of each is detected. It accepts a library of up to 600 MiB, such as a quarterly one with a zip per guide.',
  'stigs.compare':
    'What changed between two releases of one line of STIGs, as `GET /api/srgs/compare` does for SRGs.',
  'stigs.update':
    'Records that a STIG continues another STIG under a new id, as `PATCH /srgs/{id}` does for SRGs.',
  'stigs.list':
    'All STIGs of the catalog by title, newest release first. Their rules are left out; `GET /stigs/{id}` has them.',
  'stigs.show':
    'One STIG with all its rules. Each release is a record of its own; a replaced document keeps its id.',
  'stigs.upload':
    'Reads STIGs into the catalog, as `POST /srgs` reads SRGs. SRGs in the file are skipped as `other_kind`.',
  'stigs.remove':
    'Permanently removes a STIG with its rules from the catalog. No component depends on STIGs, so it is always allowed.',
  'stigs.latest':
    'The newest release of every STIG, by title. A text of one character finds nothing, an empty text everything.',
  'stigs.stats': 'Rules of a STIG by severity. It requires no credential, like the newest releases.',
  'search.global':
    'Searches projects, components, requirements and guides with their rules, as far as the caller can read them. Best matches come first, at most `limit` of each kind. Words in quotes are matched as one phrase, and abbreviations also match their full form. A text of one character finds nothing.',
  'search.projects':
    'Projects with components on an SRG, by its exact identifier. Rows are pairs of id and name, at most ten, as tools expect them.',
  'search.comments':
    'Comments that contain every word of the text, newest first, in components that the caller can read; `component_id` limits it to one. If more than 2,000 comments contain them, only the newest 20,000 comments that the caller can read are searched. Replies are not searched.',
  'search.controls':
    'Controls whose title has every word of the text, and CCIs whose definition has them, in any order and case. Both are from the uploaded reference documents; without them, nothing is found.',
  'search.components':
    'Components on an SRG, by its exact identifier. Rows are pairs of id and name, as tools expect them.',
  'search.rules':
    'Requirements with exactly this SRG identifier, for tools. Use `GET /api/search/global` to search texts.',
  'audits.list':
    'The audit trail of a project, a component or a requirement by page, newest first; without one of them, the whole trail (system administrators only). Dates are UTC days, both inclusive.',
  'audits.export':
    'Audit entries as a `csv` or `jsonl` file, streamed without paging. CSV cells that would be formulas begin with an apostrophe.',
  'system.navigation':
    'The menu of the web application for the caller, and the open access requests that they can decide on. System administrators see all requests.',
  'system.settings':
    'What the sign-in page needs: sign-in methods, password rules, banner and terms of use. It contains no secrets or internal addresses.',
  'system.version':
    'Name and version of the product. It requires no credential and does not use the database.',
  'system.acknowledgeConsent':
    'Remembers in this browser’s session that the terms of use were acknowledged. It requires no sign-in; the response has only a cookie.',
}
