/** What leaves and comes as files. */
export const exchangeWords: Record<string, string> = {
  'components.export':
    'One component as a file that leaves as it is made: `csv`, `excel`, `disa_excel`, `xccdf`, `inspec`, a disposition matrix (`disposition_csv`, `disposition_xlsx`, `disposition_json`), `oscal_catalog`, `oscal_component`, `cklb`, `reqif`, `markdown` or, for members, `comment_sheet`. The published forms hold configurable requirements that no other satisfies, and of an SRG those that apply; a working copy holds all. Whoever is no member gets the publishable forms of what was released, without comments. With `Accept: application/json` alone the types that peers know answer `{"status":"ok"}` in place of the file.',
  'components.importCommentSheets':
    'Takes comment sheets (the export `comment_sheet`) that people without an account filled in: every comment or proposed text becomes a comment in the name of whom its row names. Several files come in together; tried only, unless `dry_run` is false, and then all or nothing. The same sheet twice changes nothing, `text_changed` tells of a text that is not what the sheet showed, and a requirement that is gone is left out.',
  'components.importInspec':
    'Takes the code of InSpec controls (`.rb`, or a profile as `.zip`, `.tar` or `.tar.gz`) over as the check bodies of the requirements that they name, by id or the tag `stig_id`. Ruby is read as text and never run. Tried only, unless `dry_run` is false; then it is all or nothing. What is locked, under review or inherited stays and is named, control by control.',
  'components.importMarkdown':
    'Takes a folder of Markdown as the export `markdown` writes it (`.zip`, `.tar`, `.tar.gz`, or a single `.md`) back in as changes of the requirements that its files name: status, severity and CCIs in front, and the sections; one that is not there changes nothing. Tried only, unless `dry_run` is false; then it is all or nothing. What is locked, under review or inherited stays and is named.',
  'components.importReqif':
    'Takes a ReqIF document (`.reqif`, `.reqifz`) of ours, of StrictDoc or of another tool in: objects that name a requirement by its displayed name, or by the id under which it came, change it. With `create`, which is for project admins also when it is tried, the others become new requirements, which keep that id as their legacy id, so that the same document twice makes none again. Tried only, unless `dry_run` is false; then it is all or nothing, and what is locked, under review or inherited stays and is named.',
  'components.bulkExport':
    'Released components of any project as one file, or several in an archive: `csv`, `xccdf` or `inspec`. Ids that name nothing released are left out silently, and 422 is only answered where nothing remains.',
  'projects.export':
    'The components of a project, or those of `component_ids`, as one file, or several in an archive; types and modes are those of a single component. A workbook has a sheet per component, a disposition matrix a column that names it. Components that a type does not serve are left out silently, as SRG components are of sheets and profiles.',
  'srgs.export':
    'An SRG of the catalog byte for byte as it was uploaded or released (`xccdf`; of ReqIF what it was read as), or its requirements as `csv`. Columns that nobody knows are ignored, and without a known one the usual ones are written.',
  'stigs.export':
    'A STIG of the catalog byte for byte as it was uploaded (`xccdf`; of ReqIF what it was read as), or its rules as `csv`. Columns that nobody knows are ignored, and without a known one the usual ones are written.',
  'components.detectSrg':
    'Reads the SRG ids of a spreadsheet (CSV or XLSX) and answers the one SRG of the catalog that has them. Nothing is stored. A sheet without ids, one that no SRG has, and one that several have are refused; the several are named.',
  'components.previewSpreadsheetUpdate':
    'Compares a spreadsheet, as it was exported and edited, with the requirements that it names, and says what would change, what is the same and what is locked. Nothing is stored. The token that it answers makes the update refuse with 409 what has changed since.',
  'components.applySpreadsheetUpdate':
    'Changes the requirements that a spreadsheet names as its preview said, all in one transaction. Locked requirements and sections are left as they are; rows that name nothing are skipped. Without a token the present state counts. Guards are of the component.',
  'components.importDisposition':
    'Takes a disposition matrix in (CSV or XLSX, the columns of its export): rows with a comment id decide and answer that comment, rows without one become comments with the name that stands there. It only tries unless `dry_run` is false; then it is all rows or, with one that is refused, none. The same sheet a second time changes nothing.',
  'projects.importBackup':
    'Brings the components of a backup archive (zip, format 1.0 or 1.1, ours or the peer\u2019s) into a project: requirements, links, comments with their names, and memberships of people who have an account. What cannot be matched is told in `warnings`, row by row. All of it is stored or nothing; with `dry_run` nothing is, and the summary says what would be.',
  'projects.createFromBackup':
    'Starts a project with what a backup archive holds; whoever asks becomes its admin. Name, description and visibility are those of the archive unless others are given. When anything fails no project is left behind; with `dry_run` only the summary, the warnings and what the archive would name the project are answered.',
}
