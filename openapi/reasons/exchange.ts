import type { Meaning } from './meaning.ts'

const refused = (meaning: string): Meaning => ({ status: 422, meaning })

/** Reasons of imports and exports. */
export const exchangeReasons = {
  'export.nothing': refused('None of the components can be exported in this format.'),
  'export.too_many_files': refused('An archive cannot hold a file for each of so many requirements.'),
  'comment_sheet.refused': refused(
    'At least one row of the comment sheets cannot be imported; `rows` names each.',
  ),
  'comment_sheet.row': refused('The column Row does not identify a requirement and section.'),
  'comment_sheet.component': refused('A row belongs to the comment sheet of another component.'),
  'texts.refused': refused(
    'At least one requirement in the files cannot be imported; `requirements` names each.',
  ),
  'inspec.no_controls': refused('The profile has no control, or too many.'),
  'inspec.kind': refused('Only requirements of STIG components have InSpec controls.'),
  'markdown.no_requirements': refused('The archive has no Markdown file under requirements/.'),
  'reqif.unreadable': refused('The file is not a readable ReqIF document; the message names the line.'),
  'reqif.doubled': refused(
    'Two requirements of the ReqIF document have the same id; the message names their lines.',
  ),
  'reqif.no_requirements': refused(
    'No object of the ReqIF document is recognized as a requirement; the message lists its attributes for `mapping`.',
  ),
  'reqif.unknown_attribute': refused('`mapping` names an attribute that the ReqIF document does not have.'),
} satisfies Record<string, Meaning>
