import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { isRecord } from '../../src/lib/json-values.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A regular expression of the sources. */
export interface Expression {
  file: string
  pattern: string
  flags: string
}

/** All regular expression literals of the sources that the globs match, each pattern once. */
export function findExpressions(globs: string[]): Expression[] {
  const expressions = new Map<string, Expression>()
  for (const file of globSync(globs, { cwd: root }).toSorted()) {
    const program = parseAst(readFileSync(root + file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    for (const { pattern, flags } of findLiterals(program)) {
      const key = `/${pattern}/${flags}`
      if (!expressions.has(key)) expressions.set(key, { file, pattern, flags })
    }
  }
  return [...expressions.values()]
}

function* findLiterals(node: unknown): Generator<{ pattern: string; flags: string }> {
  if (Array.isArray(node)) for (const element of node) yield* findLiterals(element)
  if (!isRecord(node)) return
  const { type, regex } = node
  if (type === 'Literal' && isRecord(regex)) {
    yield { pattern: String(regex['pattern']), flags: String(regex['flags']) }
  }
  for (const value of Object.values(node)) yield* findLiterals(value)
}
