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
export function lineTable({ code, map }: OutputChunk): string {
  if (map === null) return ''
  const sources = new Map<string, number>()
  const at = new SourceMap({ ...map, file: map.file, sourceRoot: '', sourcesContent: [] })
  const lines = code.split('\n').map((text, line) => {
    const entry = at.findEntry(line, text.length)
    if (!('originalSource' in entry) || entry.generatedLine !== line) return ''
    const { originalSource, originalLine } = entry
    const name = originalSource.replace(ABOVE, '')
    const place = sources.get(name) ?? sources.size
    sources.set(name, place)
    return `${place}:${originalLine + 1}`
  })
  return [[...sources.keys()].join('\t'), ...lines].join('\n')
}
