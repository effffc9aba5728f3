import { readPackageFile } from '../../../lib/package-file.ts'
import { type FontFile, readWoff } from './font-file.ts'

export const FONT_NAMES = ['regular', 'bold'] as const
export type FontName = (typeof FONT_NAMES)[number]

/** DejaVu Sans has Latin, Greek, Cyrillic, Hebrew, Arabic and many symbols in one file. */
const FILES: Record<FontName, string> = {
  regular: '@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff',
  bold: '@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff',
}

export const POSTSCRIPT_NAMES: Record<FontName, string> = { regular: 'DejaVuSans', bold: 'DejaVuSans-Bold' }

const fonts = new Map<FontName, FontFile>()

/** A font, read once in each thread. */
export function loadFont(name: FontName): FontFile {
  const cached = fonts.get(name)
  if (cached) return cached
  const font = readWoff(readPackageFile(FILES[name]))
  fonts.set(name, font)
  return font
}
