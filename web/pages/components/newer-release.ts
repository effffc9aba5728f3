import type { Outputs } from '../../api/client.ts'

type Release = Pick<
  Outputs['components']['released'][number],
  'id' | 'name' | 'project_id' | 'version' | 'release'
>

/** Returns the newest release of a component in its project; undefined if none is newer than the component. */
export function findNewerRelease<T extends Release>(releases: readonly T[], base: Release): T | undefined {
  return releases
    .filter((item) => item.project_id === base.project_id && item.name === base.name)
    .toSorted(compareNewestFirst)
    .find((item) => compareNewestFirst(item, base) < 0)
}

function compareNewestFirst(a: Release, b: Release): number {
  return (b.version ?? 0) - (a.version ?? 0) || (b.release ?? 0) - (a.release ?? 0)
}
