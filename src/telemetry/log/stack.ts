import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PLACE = /(file:\/\/[^\s():]+\.js):(\d+):\d+/g
/** The bundler writes this line before each module. */
const MODULE = /^\/\/ (\S+\.[cm]?[jt]s)$/

/** A stack that names the source file before each place in the bundle. */
export function inSources(stack: string): string {
  const files = new Map<string, string[]>()
  return stack.replaceAll(PLACE, (place: string, url: string, line: string) => {
    if (!url.includes('/dist/service/')) return place
    const lines = files.get(url) ?? readLines(url)
    files.set(url, lines)
    const header = lines.slice(0, Number(line)).findLast((text) => MODULE.test(text))
    return header === undefined ? place : `${header.slice('// '.length)}, ${place}`
  })
}

/** No lines if the bundle was replaced since. */
function readLines(url: string): string[] {
  try {
    return readFileSync(fileURLToPath(url), 'utf8').split('\n')
  } catch {
    return []
  }
}
