import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LOCATION = /(file:\/\/[^\s():]+\.js):(\d+):\d+/g
/** The bundler writes this line before each module. */
const MODULE = /^\/\/ (\S+\.[cm]?[jt]s)$/

/** Adds the source file before each location in the bundle. */
export function addSourceFiles(stack: string): string {
  const files = new Map<string, string[]>()
  return stack.replaceAll(LOCATION, (location: string, url: string, line: string) => {
    if (!url.includes('/dist/service/')) return location
    const lines = files.get(url) ?? readLines(url)
    files.set(url, lines)
    const header = lines.slice(0, Number(line)).findLast((text) => MODULE.test(text))
    return header === undefined ? location : `${header.slice('// '.length)}, ${location}`
  })
}

/** Returns no lines if the bundle was replaced after the start. */
function readLines(url: string): string[] {
  try {
    return readFileSync(fileURLToPath(url), 'utf8').split('\n')
  } catch {
    return []
  }
}
