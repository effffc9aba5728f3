import { sql } from 'kysely'
import type { Queries } from '../../../src/database.ts'
import { downloadName } from '../../../src/wire/file-answer.ts'

/** A guide whose XML an archive brings along. */
export interface BundledGuide {
  id: number
  srg_id: string
  title: string
  version: string
  filename: string
}

const PORTION = 1024 * 1024

/** The guides that these components rest on, as far as the catalog has their XML. */
export async function guidesOf(db: Queries, componentIds: number[]): Promise<BundledGuide[]> {
  const guides = await db
    .selectFrom('srgs as g')
    .innerJoin('srg_documents as d', 'd.srg_id', 'g.id')
    .select(['g.id', 'g.srg_id', 'g.title', 'g.version'])
    .where('g.id', 'in', (of) =>
      of
        .selectFrom('component_sources')
        .select('component_sources.srg_id')
        .where('component_id', 'in', componentIds),
    )
    .orderBy('g.srg_id')
    .orderBy('g.version')
    .execute()
  return guides.map((guide) => ({
    ...guide,
    filename: `srgs/${downloadName(`${guide.srg_id}_${guide.version}`)}.xml`,
  }))
}

/** The XML of a guide, in portions. */
export async function* guideBytes(db: Queries, srgId: number): AsyncGenerator<Uint8Array> {
  for (let from = 1; ; from += PORTION) {
    const { rows } = await sql<{
      portion: Uint8Array
    }>`select substring(xml from ${from}::integer for ${PORTION}::integer) as portion
      from srg_documents where srg_id = ${srgId}`.execute(db)
    const portion = rows[0]?.portion
    if (!portion || portion.byteLength === 0) return
    yield portion
    if (portion.byteLength < PORTION) return
  }
}
