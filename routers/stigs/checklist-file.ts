import type { Queries } from '../../src/database/database.ts'
import { notFoundError } from '../../src/errors.ts'
import {
  type CatalogStig,
  type CatalogStigRule,
  type ChecklistRule,
  buildStigChecklist,
  toChecklistStigRule,
} from '../../src/formats/exported/checklists/checklist.ts'
import { streamCkl } from '../../src/formats/exported/checklists/ckl.ts'
import { streamCklb } from '../../src/formats/exported/checklists/cklb.ts'
import type { FileResponse } from '../../src/procedures/schemas/file-response.ts'
import { buildJsonObject } from '../srgs/read/catalog-rules.ts'
import { createCatalogBatches } from '../srgs/read/rule-batches.ts'

const COLUMNS: readonly (keyof CatalogStigRule)[] = [
  'rule_id',
  'vuln_id',
  'srg_id',
  'version',
  'title',
  'rule_severity',
  'rule_weight',
  'ident',
  'legacy_ids',
  'fixtext',
  'check_content',
  'check_content_ref_name',
  'check_content_ref_href',
  'further_checks',
  'documentable',
  'vuln_discussion',
  'false_positives',
  'false_negatives',
  'mitigations',
  'severity_override_guidance',
  'potential_impacts',
  'third_party_tools',
  'mitigation_control',
  'responsibility',
  'ia_controls',
]

const streamRuleBatches = createCatalogBatches('stig_rules', buildJsonObject('r', COLUMNS))

/**
 * Streams a catalog STIG as an empty checklist of STIG Viewer 2 (`ckl`) or 3 (`cklb`). Throws 404 if it is
 * deleted meanwhile.
 */
export async function exportStigChecklist(
  db: Queries,
  { id }: { id: number },
  type: 'ckl' | 'cklb',
): Promise<FileResponse> {
  const stig = await db
    .selectFrom('stigs as g')
    .select((table) => [
      'g.stig_id',
      'g.name',
      'g.title',
      'g.description',
      'g.version',
      'g.benchmark_date as date',
      table
        .selectFrom('stig_rules as r')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('r.stig_id', '=', 'g.id')
        .as('size'),
    ])
    .where('g.id', '=', id)
    .executeTakeFirst()
  if (!stig) throw notFoundError()
  const guide = buildStigChecklist({ ...stig, size: Number(stig.size) })
  const rules = streamChecklistRules(db, id, stig)
  return {
    filename: `${stig.stig_id}-${stig.version}-checklist.${type}`,
    contentType: type === 'ckl' ? 'application/xml' : 'application/json',
    chunks: type === 'ckl' ? streamCkl(guide, rules) : streamCklb(guide, rules),
  }
}

async function* streamChecklistRules(
  db: Queries,
  id: number,
  stig: Pick<CatalogStig, 'stig_id' | 'version'>,
): AsyncGenerator<ChecklistRule> {
  for await (const { rows } of streamRuleBatches(db, id)) {
    const rules: CatalogStigRule[] = JSON.parse(`[${rows}]`)
    for (const rule of rules) yield toChecklistStigRule(rule, stig)
  }
}
