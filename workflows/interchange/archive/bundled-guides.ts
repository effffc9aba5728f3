import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { downloadName } from '../../../src/procedures/schemas/file-response.ts'

/** A guide whose XML is in the archive. */
export interface BundledGuide {
  id: number
  srg_id: string
  title: string
  version: string
  /** File name in `srgs/`; Vulcan's importer prepends that folder. */
  filename: string
}

const CHUNK_BYTES = 1024 * 1024

/**
 * Reads the guides of components and their live requirements, if the catalog has the XML. A rebase can leave
 * requirements at a release outside the component's sources (rule C-31).
 */
export async function readBundledGuides(db: Queries, componentIds: number[]): Promise<BundledGuide[]> {
  const guides = await db
    .selectFrom('srgs as g')
    .innerJoin('srg_documents as d', 'd.srg_id', 'g.id')
    .select(['g.id', 'g.srg_id', 'g.title', 'g.version'])
    .where('g.id', 'in', (eb) =>
      eb
        .selectFrom('component_sources as k')
        .select('k.srg_id')
        .where('k.component_id', 'in', componentIds)
        .union(
          eb
            .selectFrom('rules as r')
            .innerJoin('srg_rules as s', (join) =>
              join.on(sql<boolean>`s.id = coalesce(r.srg_rule_id, r.derived_from_srg_rule_id)`),
            )
            .select('s.srg_id')
            .$narrowType<{ srg_id: number }>()
            .where('s.srg_id', 'is not', null)
            .where('r.component_id', 'in', componentIds)
            .where('r.deleted_at', 'is', null),
        ),
    )
    .orderBy('g.srg_id')
    .orderBy('g.version')
    .execute()
  return guides.map((guide) => ({
    ...guide,
    filename: `${downloadName(`${guide.srg_id}_${guide.version}`)}.xml`,
  }))
}

/** Streams the XML of a guide in chunks. */
export async function* readGuideBytes(db: Queries, srgId: number): AsyncGenerator<Uint8Array> {
  for (let position = 1; ; position += CHUNK_BYTES) {
    const { rows } = await sql<{
      chunk: Uint8Array
    }>`select substring(xml from ${position}::integer for ${CHUNK_BYTES}::integer) as chunk
      from srg_documents where srg_id = ${srgId}`.execute(db)
    const chunk = rows[0]?.chunk
    if (!chunk || chunk.byteLength === 0) return
    yield chunk
    if (chunk.byteLength < CHUNK_BYTES) return
  }
}
