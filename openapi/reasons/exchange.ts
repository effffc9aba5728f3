import type { Meaning } from './meaning.ts'

const unprocessable = (meaning: string): Meaning => ({ status: 422, meaning })

/** Reasons of imports and exports. */
export const exchangeReasons = {
  'export.nothing': unprocessable('None of the components can be exported in this format.'),
  'export.too_many_files': unprocessable('An archive cannot hold a file for each of so many requirements.'),
  'comment_sheet.refused': unprocessable(
    'At least one row of the comment sheets cannot be imported; `rows` names each.',
  ),
  'comment_sheet.row': unprocessable('The column Row does not identify a requirement and section.'),
  'comment_sheet.component': unprocessable('A row belongs to the comment sheet of another component.'),
  'texts.refused': unprocessable(
    'At least one requirement in the files cannot be imported; `requirements` names each.',
  ),
  'inspec.no_controls': unprocessable('The profile has no control, or too many.'),
  'inspec.kind': unprocessable('Only requirements of STIG components have InSpec controls.'),
  'markdown.no_requirements': unprocessable('The archive has no Markdown file under requirements/.'),
  'reqif.unreadable': unprocessable('The file is not a readable ReqIF document; the message names the line.'),
  'reqif.doubled': unprocessable(
    'Two requirements of the ReqIF document have the same id; the message names their lines.',
  ),
  'reqif.no_requirements': unprocessable(
    'No object of the ReqIF document is recognized as a requirement; the message lists its attributes for `mapping`.',
  ),
  'reqif.unknown_attribute': unprocessable(
    '`mapping` names an attribute that the ReqIF document does not have.',
  ),
  'reference.kind': unprocessable(
    'The file is neither a CCI list nor an OSCAL catalog, or an archive with none or several of them.',
  ),
  'reference.unreadable': unprocessable(
    'The reference document is malformed, cut off, in an unsupported encoding, or has a DOCTYPE; the message names the line.',
  ),
  'reference.invalid': unprocessable(
    'An entry of the reference document is invalid, repeated or too long; the message names it.',
  ),
} satisfies Record<string, Meaning>
