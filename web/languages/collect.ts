import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { german } from './de.ts'
import { extractTexts } from './extract.ts'

const ENGLISH = fileURLToPath(new URL('en.ts', import.meta.url))

/** Writes the English catalog from the sources, and prints the texts that lack a German translation. */
function collect(): void {
  const texts = new Map(
    extractTexts().map(({ text }) =>
      typeof text === 'string' ? [text, JSON.stringify(text)] : [text.other, JSON.stringify(text)],
    ),
  )
  const keys = [...texts.keys()].toSorted()
  const lines = keys.map((key) => `  ${texts.get(key)},\n`)
  writeFileSync(
    ENGLISH,
    `import type { SourceText } from './catalog.ts'\n\n` +
      `/** All texts of the interface. \`npm run texts\` writes this file from the sources. */\n` +
      `export const english: readonly SourceText[] = [\n${lines.join('')}]\n`,
  )
  const missing = keys.filter((key) => !(key in german))
  for (const key of missing) process.stdout.write(`not translated: ${texts.get(key)}\n`)
  process.stdout.write(`${keys.length} texts, ${missing.length} not translated\n`)
}

collect()
