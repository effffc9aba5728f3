import { embedFonts } from '../../formats/document/pdf/embed-font.ts'
import type { FontName } from '../../formats/document/pdf/fonts.ts'
import type { EmbeddedFont, LaidOutPart, PartToLayOut } from '../../formats/document/pdf/laid-out.ts'
import { layOut } from '../../formats/document/pdf/lay-out.ts'

/** Lays out one part of a PDF document, from the end of the previous part. */
export function layOutDocument(part: PartToLayOut): LaidOutPart {
  return layOut(part)
}

/** Subsets the fonts of a PDF document to the characters it uses. */
export function embedDocumentFonts(used: Record<FontName, number[]>): Record<FontName, EmbeddedFont> {
  return embedFonts(used)
}
