import { replaceReservedName } from '../../lib/reserved-names.ts'
import { type ExportedComponent, toVersionTag } from './types.ts'

type NamedComponent = Pick<ExportedComponent, 'name' | 'version' | 'release'>

/** Common prefix of a component's file names: `name-V1R2`, with hyphens for blanks. */
export function toComponentStem(component: NamedComponent): string {
  const tag = toVersionTag(component)
  return `${component.name.trim().replaceAll(/\s+/g, '-')}${tag === '' ? '' : `-${tag}`}`
}

/** File name prefix `project-prefix` for working files; only the prefix for users who may not know the project. */
export function toWorkStem({
  projectName,
  prefix,
}: Pick<ExportedComponent, 'projectName' | 'prefix'>): string {
  return projectName === null ? prefix : `${projectName}-${prefix}`
}

/** Removes names that Windows reserves from an archive path. */
export function toPortablePath(path: string): string {
  return path.split('/').map(replaceReservedName).join('/')
}

/** Makes names unique: a repeated name gets a number before its extension. */
export function createUniqueNames(): (name: string) => string {
  const used = new Set<string>()
  return (name) => {
    const [, stem = name, ending = ''] = /^(.*?)((?:\.\w+)?)$/s.exec(name) ?? []
    let candidate = name
    for (let number = 2; used.has(candidate.toLowerCase()); number += 1) {
      candidate = `${stem}-${number}${ending}`
    }
    used.add(candidate.toLowerCase())
    return candidate
  }
}

/** A text as the name of a profile or package: lower case, words joined by hyphens. */
export function toSlug(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return words === '' ? 'profile' : words
}
