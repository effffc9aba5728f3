import type { Queries } from '../../src/database/database.ts'
import { type DomainError, invalid } from '../../src/errors.ts'
import { benchmarkId } from '../../src/formats/xccdf-writer.ts'

/** Under which id and version an authored SRG appears in the catalog (rule C-38). */
export function publishedAs(name: string, version: number, release: number) {
  return { srgId: benchmarkId(name), version: `V${version}R${release}` }
}

/** Whether the catalog has an SRG of this id and version. */
export async function isPublished(db: Queries, srgId: string, version: string): Promise<boolean> {
  const known = await db
    .selectFrom('srgs')
    .select('id')
    .where('srg_id', '=', srgId)
    .where('version', '=', version)
    .executeTakeFirst()
  return known !== undefined
}

/** The refusal of an SRG whose id and version are given out. */
export function guideTaken(srgId: string, version: string): DomainError {
  return invalid('guide.duplicate', 'version', inCatalog(srgId, version))
}

export function inCatalog(srgId: string, version: string): string {
  return `${srgId} ${version} is already in the catalog.`
}
