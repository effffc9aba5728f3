import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'
import type { SourceText } from './catalog.ts'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = '{api,app,kit,languages,pages}'

/** A text of the interface, and the file that shows it. */
export interface UsedText {
  file: string
  text: SourceText
}

/** All texts that the sources of the web application pass to `t`, `rich`, `verb` and `formatCount`. */
export function extractTexts(): UsedText[] {
  return globSync(`${FOLDERS}/**/*.{ts,tsx}`, { cwd: WEB })
    .toSorted()
    .flatMap((file) => {
      const texts: UsedText[] = []
      const { program } = parseSync(file, readFileSync(`${WEB}${file}`, 'utf8'))
      visit(program, (text) => texts.push({ file, text }))
      return texts
    })
}

type TextListener = (text: SourceText) => void

function visit(value: unknown, onText: TextListener): void {
  if (Array.isArray(value)) for (const item of value) visit(item, onText)
  else if (isRecord(value)) {
    if (value['type'] === 'CallExpression') readCall(value, onText)
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, onText)
  }
}

function readCall({ callee, arguments: args }: Record<string, unknown>, onText: TextListener): void {
  if (!isRecord(callee) || callee['type'] !== 'Identifier' || !Array.isArray(args)) return
  if (callee['name'] === 'formatCount') {
    const noun = toLiteral(args[1])
    if (noun !== null) onText({ one: `{count} ${noun}`, other: `{count} ${noun}s` })
  } else if (callee['name'] === 'verb') {
    const label = toLiteral(args[0])
    if (label !== null) onText(`${label} (verb)`)
  } else if (callee['name'] === 't' || callee['name'] === 'rich') {
    const text = toLiteral(args[0]) ?? toPlural(args[0])
    if (text !== null) onText(text)
  }
}

function toPlural(node: unknown): SourceText | null {
  if (!isRecord(node) || !Array.isArray(node['properties'])) return null
  const readForm = (name: string) => {
    const property = (node['properties'] as unknown[]).find(
      (item) => isRecord(item) && isRecord(item['key']) && item['key']['name'] === name,
    )
    return isRecord(property) ? toLiteral(property['value']) : null
  }
  const one = readForm('one')
  const other = readForm('other')
  return one === null || other === null ? null : { one, other }
}

function toLiteral(node: unknown): string | null {
  return isRecord(node) && node['type'] === 'Literal' && typeof node['value'] === 'string'
    ? node['value']
    : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
