import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Beside a file of a bundle: what `src/bundle/lines.ts` writes there. */
export const TABLE = '.lines'

const BUNDLED = /(file:\/\/[^\s():]+\.js):(\d+):\d+/g

const tables = new Map<string, string[]>()

/** A stack whose places in a bundle are those in the sources; the rest as it is. */
export function inSources(stack: string): string {
  return stack.replaceAll(BUNDLED, (place: string, file: string, line: string) => {
    const [names = '', ...lines] = tableOf(file)
    const [source = '', at = ''] = lines[Number(line) - 1]?.split(':') ?? []
    return at === '' ? place : `${names.split('\t')[Number(source)]}:${at}`
  })
}

function tableOf(file: string): string[] {
  const known = tables.get(file)
  if (known) return known
  const read = readTable(`${file}${TABLE}`)
  tables.set(file, read)
  return read
}

/** Empty for files of no bundle, as those of libraries. */
function readTable(url: string): string[] {
  try {
    return readFileSync(fileURLToPath(url), 'utf8').split('\n')
  } catch {
    return []
  }
}
