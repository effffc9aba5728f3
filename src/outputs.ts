import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/root.ts'

/** A build output: its marker file, whose time is that of the newest source, its sources, and its error message. */
export const OUTPUTS = {
  service: {
    marker: 'dist/service.built',
    sources: ['entities', 'openapi', 'package-lock.json', 'package.json', 'routers', 'src', 'workflows'],
    problem: 'Starting from the sources, which takes longer',
  },
  web: {
    marker: 'dist/web.built',
    sources: [
      'openapi/reasons',
      'openapi/reasons.ts',
      'package-lock.json',
      'sample',
      'src/lib/word-diff.ts',
      'src/formats/version.ts',
      'src/vocabulary.ts',
      'web',
    ],
    problem: 'The web application is missing or out of date',
  },
}

export type OutputName = keyof typeof OUTPUTS

/** True if an output is missing or older than one of its sources. Missing sources, as in an image, are ignored. */
export function isStale(name: OutputName): boolean {
  const { marker, sources } = OUTPUTS[name]
  const built = readModifiedTime(join(ROOT, marker))
  return built === 0 || findNewest(sources) > built
}

/** Returns the time of the newest source, in milliseconds. */
export function findNewestSource(name: OutputName): number {
  return findNewest(OUTPUTS[name].sources)
}

/** Marks an output as built from sources of this time. An edit during the build is newer, so the next start builds again. */
export function markBuilt(name: OutputName, time: number): void {
  const marker = join(ROOT, OUTPUTS[name].marker)
  writeFileSync(marker, '')
  const date = new Date(Math.ceil(time))
  utimesSync(marker, date, date)
}

function findNewest(paths: string[]): number {
  return Math.max(...paths.map((path) => findNewestTime(join(ROOT, path))))
}

function findNewestTime(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0
  return Math.max(0, ...readdirSync(path).map((name) => findNewestTime(join(path, name))))
}

function readModifiedTime(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
