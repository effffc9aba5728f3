/** The catalog, search, the audit trail and facts about the service. */
export const catalogWords: Record<string, string> = {
  'srgs.list':
    'All SRGs of the catalog by title, newest release first. Their rules are left out; `GET /srgs/{id}` has them.',
  'srgs.show': 'One SRG with all its rules. Its texts never change: another release is another record.',
  'srgs.upload':
    'Reads an XCCDF file, plain or in a zip, or a ReqIF document of another tool (`.reqif`, `.reqifz`) into the catalog of SRGs, all or nothing; rules that cannot be read are named with their ids. The same release twice is refused, and so is a STIG, which goes to the STIGs. A ReqIF document becomes the XCCDF document that its export answers; without `benchmark_id` and `version` its title is the id, and the version the release at the end of that title, else V1R1.',
  'srgs.remove':
    'Removes an SRG from the catalog. Refused while any component is based on it, as its primary guide or one of its further ones.',
  'srgs.latest':
    'Of every SRG the newest release, by title. A text of one character finds nothing, and an empty one everything.',
  'srgs.stats':
    'Rules of an SRG by severity, and the components that are based on it. Components that the caller may not read are neither named nor counted.',
  'srgs.compare':
    'What changed between two releases of one SRG, by rule: added, removed, and updated with the differences by word. Two different guides are 422.',
  'stigs.list':
    'All STIGs of the catalog by title, newest release first. Their rules are left out; `GET /stigs/{id}` has them.',
  'stigs.show': 'One STIG with all its rules. Its texts never change: another release is another record.',
  'stigs.upload':
    'Reads an XCCDF file, plain or in a zip, or a ReqIF document of another tool (`.reqif`, `.reqifz`) into the catalog of STIGs, all or nothing. Of each group the first rule counts. The same release twice is refused, and so is an SRG, which goes to the SRGs. A ReqIF document becomes the XCCDF document that its export answers; without `benchmark_id` and `version` its title is the id, and the version the release at the end of that title, else V1R1.',
  'stigs.remove':
    'Removes a STIG with its rules from the catalog, for good. No component depends on it, so nothing refuses that.',
  'stigs.latest':
    'Of every STIG the newest release, by title. A text of one character finds nothing, and an empty one everything.',
  'stigs.stats': 'Rules of a STIG by severity. It needs no credential, as the newest releases do.',
  'search.global':
    'Looks through projects, components, requirements and guides with their rules, as far as the caller may read them, best hits first, at most `limit` of each kind. Phrases in quotes stay whole, abbreviations find what they stand for; text of one character finds nothing.',
  'search.projects':
    'Projects with components on an SRG, by exactly its identifier. Rows are pairs of id and name, at most ten, as tools expect them.',
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
