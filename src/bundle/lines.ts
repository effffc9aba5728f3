import { SourceMap } from 'node:module'
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
    const entry = [at.findEntry(line, text.search(/\S|$/)), at.findEntry(line, text.length)].find(
      (one) => 'originalSource' in one && one.generatedLine === line,
    )
    if (!entry || !('originalSource' in entry)) return ''
    const name = entry.originalSource.replace(ABOVE, '')
    const place = places.get(name) ?? places.size
    places.set(name, place)
    return `${place}:${entry.originalLine + 1}`
  })
  return [[...places.keys()].join('\t'), ...lines].join('\n')
}
