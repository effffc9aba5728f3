import type { Outputs } from '../../api/client.ts'

export type Version = Outputs['projects']['show']['components'][number]
/** A component to compare with: of the project, or the base of an overlay. */
export type ComparedComponent = Pick<Version, 'id' | 'name' | 'version' | 'release'>

/** The versions of one component in a project, newest first. */
export function listVersions(components: readonly Version[], name: string): Version[] {
  return components
    .filter((item) => item.name === name)
    .toSorted(
      (a, b) =>
        (b.version ?? Infinity) - (a.version ?? Infinity) ||
        (b.release ?? 0) - (a.release ?? 0) ||
        b.id - a.id,
    )
}

/** The version before another one; undefined for the first. */
export function findPreviousVersion(versions: readonly Version[], id: number): Version | undefined {
  return versions[versions.findIndex((item) => item.id === id) + 1]
}
