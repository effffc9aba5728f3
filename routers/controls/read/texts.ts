import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import { isCci } from '../../../src/formats/cci.ts'
import { parseControlName } from '../../../src/formats/reference/control-name.ts'
import { listReferenceDocuments } from '../../reference-documents/read/reference-documents.ts'
import { type CciMapping, findCcis, mapCcis } from './cci-mapping.ts'
import type { ControlTexts } from './texts.schema.ts'

type ControlTexts = z.infer<typeof ControlTexts>
type CciView = ControlTexts['ccis'][number]

/** The most CCIs of one answer; the published list has fewer for every control. */
const MAX_CCIS = 500

/** Reads the texts of the CCIs that a query names and of their controls, or of a control and its CCIs. */
export async function readControlTexts(db: Queries, actor: Actor, query: string): Promise<ControlTexts> {
  const found = await findCcis(db, query)
  const ccis = found.slice(0, MAX_CCIS)
  const mapping = await mapCcis(db, ccis)
  const named = ccis.some((cci) => query.includes(cci)) ? null : parseControlName(query)
  const controls = named ? [named.base] : listBaseControls(mapping)
  const views = await readCcis(db, ccis, mapping)
  return {
    controls: await readControls(db, controls),
    ccis: views,
    reference_documents: await listReferenceDocuments(db, actor),
  }
}

function listBaseControls(mapping: ReadonlyMap<string, CciMapping>): string[] {
  const bases = [...mapping.values()].flatMap(({ control }) => parseControlName(control)?.base ?? [])
  return [...new Set(bases)]
}

async function readControls(db: Queries, controls: readonly string[]): Promise<ControlTexts['controls']> {
  if (controls.length === 0) return []
  const rows = await db
    .selectFrom('control_texts')
    .select(['control', 'family', 'title', 'withdrawn', 'successors', 'statement', 'guidance'])
    .where(sql<boolean>`control = any (${controls}::text[])`)
    .execute()
  const order = new Map(controls.map((control, index) => [control, index]))
  return rows.sort((a, b) => (order.get(a.control) ?? 0) - (order.get(b.control) ?? 0))
}

async function readCcis(
  db: Queries,
  ccis: readonly string[],
  mapping: ReadonlyMap<string, CciMapping>,
): Promise<CciView[]> {
  if (ccis.length === 0) return []
  const rows = await db
    .selectFrom('cci_definitions')
    .select([
      'cci',
      'definition',
      'status',
      'types',
      'published',
      'contributor',
      'parameter',
      'note',
      'references',
    ])
    .where(sql<boolean>`cci = any (${ccis}::text[])`)
    .execute()
  const texts = new Map(rows.map((row) => [row.cci, row]))
  return ccis.filter(isCci).map((cci) => {
    const { control = null, source = null, revision = null } = mapping.get(cci) ?? {}
    const text = texts.get(cci)
    return {
      cci,
      control,
      control_source: source,
      control_revision: revision,
      listed: text !== undefined,
      ...(text ?? NO_TEXT),
    }
  })
}

const NO_TEXT = {
  definition: null,
  status: null,
  types: [],
  published: null,
  contributor: null,
  parameter: null,
  note: null,
  references: [],
}
