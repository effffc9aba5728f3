import { embedFonts } from '../../formats/document/pdf/embed-font.ts'
import type { FontName } from '../../formats/document/pdf/fonts.ts'
import type { EmbeddedFont, LaidOutPart, PartToLayOut } from '../../formats/document/pdf/laid-out.ts'
import { layOut } from '../../formats/document/pdf/lay-out.ts'

/** Lays out one part of a PDF document from where the part before it ended. */
export function layOutDocument(part: PartToLayOut): LaidOutPart {
  return layOut(part)
}

/** Reduces the fonts of a PDF document to what it has drawn. */
export function embedDocumentFonts(used: Record<FontName, number[]>): Record<FontName, EmbeddedFont> {
  return embedFonts(used)
}
