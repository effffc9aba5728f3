import { SourceMap, type SourceMapping } from 'node:module'
import type { OutputChunk } from 'rolldown'
import { TABLE } from '../log/stack.ts'

export { TABLE }

/** The bundler names sources from a folder within that of the installation. */
const ABOVE = /^(\.\.\/)+/

/**
 * Where each line of a file of a bundle comes from, for stacks in the log: the names of the sources, then for each line
 * which of them and its line there. A source map says more, and takes a hundred times the memory to read.
 */
export function lineTable({ code, map }: Pick<OutputChunk, 'code' | 'map'>): string {
  if (map === null) return ''
  const { names, sources, mappings, file } = map
  const at = new SourceMap({ version: 3, names, sources, mappings, file, sourceRoot: '', sourcesContent: [] })
  const places = new Map<string, number>()
  const lines = code.split('\n').map((text, line) => {
    const entry = mapped(at, line, text.search(/\S|$/)) ?? mapped(at, line, text.length)
    if (entry === null) return ''
    const name = entry.originalSource.replace(ABOVE, '')
    const place = places.get(name) ?? places.size
    places.set(name, place)
    return `${place}:${entry.originalLine + 1}`
  })
  return [[...places.keys()].join('\t'), ...lines].join('\n')
}

function mapped(at: SourceMap, line: number, column: number): SourceMapping | null {
  const entry = at.findEntry(line, column)
  return 'originalSource' in entry && entry.generatedLine === line ? entry : null
}
