import type { Queries } from '../../src/database/database.ts'
import { type DomainError, validationError } from '../../src/errors.ts'
import { toBenchmarkId } from '../../src/formats/xccdf-writer.ts'

/** The catalog id and version of an authored SRG (rule C-38). */
export function toCatalogIdentity(name: string, version: number, release: number) {
  return { srgId: toBenchmarkId(name), version: `V${version}R${release}` }
}

/** Whether the catalog has an SRG with this id and version. */
export async function isPublished(db: Queries, srgId: string, version: string): Promise<boolean> {
  const guide = await db
    .selectFrom('srgs')
    .select('id')
    .where('srg_id', '=', srgId)
    .where('version', '=', version)
    .executeTakeFirst()
  return guide !== undefined
}

/** Creates the 422 for an SRG id and version that already exist. */
export function createGuideExistsError(srgId: string, version: string): DomainError {
  return validationError('guide.duplicate', 'version', describeCatalogEntry(srgId, version))
}

/** Returns the message for a guide that the catalog already has. */
export function describeCatalogEntry(srgId: string, version: string): string {
  return `${srgId} ${version} is already in the catalog.`
}
