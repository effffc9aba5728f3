import type { Meaning } from './meaning.ts'

const refused = (meaning: string): Meaning => ({ status: 422, meaning })

/** Reasons of imports and exports. */
export const exchangeReasons = {
  'export.nothing': refused('None of the components can be exported in this form.'),
  'export.too_many_files': refused('An archive cannot hold a file for each of so many requirements.'),
  'comment_sheet.refused': refused(
    'At least one row of the comment sheets cannot be taken in; `rows` names each.',
  ),
  'comment_sheet.row': refused('The column Row of a comment sheet does not say where the row belongs.'),
  'comment_sheet.component': refused('A row is of the comment sheet of another component.'),
  'texts.refused': refused(
    'At least one requirement of the files cannot be taken in; `requirements` names each.',
  ),
  'inspec.no_controls': refused('The profile has no control, or too many.'),
  'inspec.kind': refused('Only requirements of STIG components have InSpec controls.'),
  'markdown.no_requirements': refused('The archive has no Markdown file under requirements/.'),
  'reqif.unreadable': refused('The file is no ReqIF document that can be read; the message names the line.'),
  'reqif.doubled': refused(
    'Two requirements of the ReqIF document have one id; the message names their lines.',
  ),
  'reqif.no_requirements': refused(
    'No object of the ReqIF document is recognized as a requirement; the message lists its attributes for `mapping`.',
  ),
  'reqif.unknown_attribute': refused('`mapping` names an attribute that the ReqIF document does not have.'),
} satisfies Record<string, Meaning>
