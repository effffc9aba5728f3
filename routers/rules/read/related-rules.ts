import { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import { isComponentMember } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { instant } from '../../../src/procedures/schemas/shapes.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import { RULE_STATUSES, SEVERITIES } from '../../../src/vocabulary.ts'
import { ComponentBrief } from '../../components/read/component-rows.schema.ts'
import { selectComponentRows } from '../../components/read/component-rows.ts'
import { CheckView, DisaDescriptionView } from '../../srgs/read/catalog-rules.schema.ts'
import { buildStigRuleObject } from '../../srgs/read/catalog-rules.ts'
import { readStigsByIds } from '../../stigs/read/stig-rows.ts'
import { Stig, StigRuleView } from '../../stigs/read/stig.schema.ts'
import { selectChecks, selectDisaDescriptions } from './satisfaction-lists.ts'

const nullableText = z.string().nullable()

const RelatedRule = z
  .object({
    id: z.int(),
    rule_id: z.string(),
    displayed_name: z.string(),
    title: nullableText,
    version: nullableText,
    status: z.enum(RULE_STATUSES),
    rule_severity: z.enum(SEVERITIES),
    component_id: z.int(),
    fixtext: nullableText,
    vendor_comments: nullableText,
    disa_rule_descriptions_attributes: z.array(DisaDescriptionView),
    checks_attributes: z.array(CheckView),
  })
  .meta({ id: 'RelatedRule' })

const RelatedParent = ComponentBrief.extend({
  updated_at: instant,
  released: z.boolean(),
  project: z.object({ id: z.int(), name: z.string() }),
}).meta({ id: 'RelatedParent' })

/** Requirements and STIG rules elsewhere for the same SRG requirement, with their documents (rule C-62). */
export const RelatedRules = z
  .object({
    rules: z.array(z.union([RelatedRule, StigRuleView.extend({ stig_id: z.int() })])),
    parents: z.array(z.union([RelatedParent, Stig])),
  })
  .meta({ id: 'RelatedRules' })

/**
 * Lists related rules of an SRG version. Components count if the caller is a member; system administrators
 * see all.
 */
export async function readRelatedRules(
  db: Queries,
  actor: Actor,
  rule: { componentId: number; version: string | null },
): Promise<z.infer<typeof RelatedRules>> {
  if (rule.version === null) return { rules: [], parents: [] }
  const requirements = await selectRequirementsOfVersion(db, actor, { ...rule, version: rule.version })
  const catalog = await selectStigRulesOfVersion(db, rule.version)
  const stigs = await readStigsByIds(db, [...new Set(catalog.map(({ stig_id }) => stig_id))])
  const components = await readParents(db, [...new Set(requirements.map(({ component_id }) => component_id))])
  return {
    rules: [...requirements, ...catalog.map((row) => ({ ...row.rule, stig_id: row.stig_id }))],
    parents: [...stigs, ...components],
  }
}

/** Query for requirements with this version in other components of the caller. */
function selectRequirementsOfVersion(
  db: Queries,
  actor: Actor,
  { componentId, version }: { componentId: number; version: string },
) {
  return db
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .select([
      'r.id',
      'r.rule_id',
      displayedNameSql().as('displayed_name'),
      'r.title',
      'r.version',
      'r.status',
      'r.rule_severity',
      'r.component_id',
      'r.fixtext',
      'r.vendor_comments',
      selectDisaDescriptions<z.infer<typeof DisaDescriptionView>>().as('disa_rule_descriptions_attributes'),
      selectChecks<z.infer<typeof CheckView>>().as('checks_attributes'),
    ])
    .where('r.version', '=', version)
    .where('r.component_id', '<>', componentId)
    .where('r.deleted_at', 'is', null)
    .where(isComponentMember(actor))
    .orderBy('r.component_id')
    .orderBy('r.rule_id')
    .execute()
}

/** Query for catalog STIG rules that derive from the SRG requirement with this version. */
function selectStigRulesOfVersion(db: Queries, version: string) {
  return db
    .selectFrom('stig_rules as s')
    .select(['s.stig_id', buildStigRuleObject<z.infer<typeof StigRuleView>>('s').as('rule')])
    .where('s.srg_id', '=', version)
    .orderBy('s.stig_id')
    .orderBy('s.id')
    .execute()
}

async function readParents(db: Queries, ids: number[]): Promise<z.infer<typeof RelatedParent>[]> {
  if (ids.length === 0) return []
  const rows = await selectComponentRows(db)
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select(['p.name as project_name', wireTimeSql('c.updated_at').as('updated_at')])
    .where('c.id', 'in', ids)
    .orderBy('c.id')
    .execute()
  return rows.map(({ project_name, ...row }) => ({
    ...row,
    project: { id: row.project_id, name: project_name },
  }))
}
