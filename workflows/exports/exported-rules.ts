import { type RawBuilder, sql } from 'kysely'
import { byteLength } from '../../src/database/byte-length.ts'
import type { Queries } from '../../src/database/database.ts'
import {
  allChecks,
  firstDisaDescription,
  FURTHER_CHECKS,
  JOIN_FIRST_CHECK,
  joinFirstDisaDescription,
} from '../../src/database/fragments/first-parts.ts'
import { isoTime } from '../../src/database/fragments/iso-time.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import { INHERITED_TEXTS, isSatisfied } from '../../src/database/satisfiers.ts'
import { type Check, formatAllChecks, formatChecks } from '../../src/formats/checks/check-text.ts'
import type { ExportedComponent, ExportedRule, RuleName } from '../../src/formats/exported/types.ts'
import { prefetch } from '../../src/lib/prefetch.ts'
import { countSteps, Progress } from '../../src/lib/progress.ts'
import { createYield, splitBySize } from '../../src/lib/yield-to-event-loop.ts'
import { CONFIGURABLE, NOT_YET_DETERMINED } from '../../src/vocabulary.ts'

/** Live requirements that an export includes (rule C-74), in canonical or creation order. */
export interface RuleSelection {
  /** Includes texts of the SRG rules, which only sheets show. */
  sources?: true
  statuses: 'all' | 'determined' | 'publishable'
  withoutChildren: boolean
  order: 'canonical' | 'made'
}

/** All live requirements in canonical order. */
export const ALL_RULES: RuleSelection = { statuses: 'all', withoutChildren: false, order: 'canonical' }

/** Requirements in the publishable form of both document types. */
export const PUBLISHABLE_RULES: RuleSelection = {
  statuses: 'publishable',
  withoutChildren: true,
  order: 'canonical',
}

/** Published requirements of a STIG; all live ones of an SRG (rule C-76). */
export const EXCHANGED_RULES = (component: ExportedComponent): RuleSelection =>
  component.documentType === 'stig' ? PUBLISHABLE_RULES : ALL_RULES

const CONDITIONS: Record<RuleSelection['statuses'], RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  determined: sql<boolean>`r.status <> ${sql.lit(NOT_YET_DETERMINED)}`,
  publishable: sql<boolean>`r.status in (${sql.lit(CONFIGURABLE)}, 'Applicable')`,
}

/** A component's requirements in order: names are loaded, texts are read on demand. */
export interface ComponentRules {
  component: ExportedComponent
  names: RuleName[]
  /** Iterate once, before those of the next component. */
  rules: AsyncGenerator<ExportedRule, void>
}

interface ExportedRuleLocation extends RuleName {
  componentId: number
  bytes: number
}

/**
 * Maximum size of requirements per batch, in bytes; a single larger one is allowed. Two batches are in
 * memory.
 */
const BATCH_BYTES = 500_000
const BATCH_ROWS = 100

/**
 * Streams requirements by component. Reads order and names first, then texts in batches across components,
 * each with a short query outside transactions (rule E-23). Skips requirements deleted meanwhile.
 */
export async function streamRulesByComponent(
  db: Queries,
  components: readonly ExportedComponent[],
  select: (component: ExportedComponent) => RuleSelection,
  progress = new Progress(),
): Promise<ComponentRules[]> {
  const locations = await listRuleLocations(db, components, select)
  progress.addTotal(locations.length)
  const byComponent = Map.groupBy(locations, ({ componentId }) => componentId)
  const reader = new RuleReader(
    readBatches(
      db,
      components.flatMap(({ id }) => byComponent.get(id) ?? []),
      components.some((component) => select(component).sources),
    ),
  )
  return components.map((component) => {
    const names = byComponent.get(component.id) ?? []
    return { component, names, rules: countSteps(reader.readRulesOf(component.id), progress) }
  })
}

async function listRuleLocations(
  db: Queries,
  components: readonly ExportedComponent[],
  select: (component: ExportedComponent) => RuleSelection,
): Promise<ExportedRuleLocation[]> {
  const groups = Map.groupBy(components, (component) => JSON.stringify(select(component)))
  const parts = [...groups.values()].flatMap((some) => {
    const [first] = some
    return first ? [selectLocations(some, select(first))] : []
  })
  if (parts.length === 0) return []
  const { rows } = await sql<ExportedRuleLocation>`select id, "componentId", "displayedName", bytes
    from (${sql.join(parts, sql` union all `)}) as locations order by "componentId", ordinal`.execute(db)
  return rows
}

const RULE_TEXTS = [
  'fixtext',
  'vendor_comments',
  'artifact_description',
  'inspec_control_body',
  'status_justification',
]

/** SQL for the bytes of all checks of the requirement with this id column. */
const checkBytes = (ruleId: string) =>
  sql`coalesce((select sum(${byteLength('k', ['content'])}) from rule_checks k where k.rule_id = ${sql.ref(ruleId)}), 0)`

function selectLocations(
  components: readonly ExportedComponent[],
  { statuses, withoutChildren, order }: RuleSelection,
): RawBuilder<ExportedRuleLocation> {
  const orderSql =
    order === 'made' ? sql`r.id` : sql`r.version collate "C" nulls last, r.rule_id collate "C", r.id`
  return sql<ExportedRuleLocation>`select r.id, r.component_id as "componentId", ${displayedNameSql()} as "displayedName",
      row_number() over (partition by r.component_id order by ${orderSql}) as ordinal,
      least(2000000000, 2000 + ${byteLength('r', RULE_TEXTS)} + ${checkBytes('r.id')}
        + coalesce(${firstDisaDescription('r.id', byteLength('d', PARTS))}, 0)
        + coalesce((select ${byteLength('s', ['fixtext', 'check_content', 'vuln_discussion'])} from srg_rules s
            where s.id = r.srg_rule_id), 0)
        + case when parent.id is null then 0 else ${byteLength('f', ['fixtext'])} + ${checkBytes('f.id')} end)::integer as bytes
    from rules r join components c on c.id = r.component_id ${INHERITED_TEXTS}
    where r.component_id = any (${sql.val(components.map(({ id }) => id))}::integer[]) and r.deleted_at is null
      and ${CONDITIONS[statuses]} ${withoutChildren ? sql`and not ${isSatisfied('r.id')}` : sql``}`
}

/** Reads requirements in order and groups them by component. */
class RuleReader {
  readonly #all: AsyncGenerator<ExportedRule, void>
  #waiting: ExportedRule | null = null

  constructor(all: AsyncGenerator<ExportedRule, void>) {
    this.#all = all
  }

  async *readRulesOf(componentId: number): AsyncGenerator<ExportedRule, void> {
    for (;;) {
      this.#waiting ??= (await this.#all.next()).value ?? null
      if (this.#waiting?.componentId !== componentId) return
      const rule = this.#waiting
      this.#waiting = null
      yield rule
    }
  }
}

async function* readBatches(
  db: Queries,
  locations: ExportedRuleLocation[],
  sources: boolean,
): AsyncGenerator<ExportedRule, void> {
  const yieldIfDue = createYield()
  const maxBytes = BATCH_BYTES / BATCH_ROWS
  const parts = splitBySize(locations, ({ bytes }) => Math.max(bytes, maxBytes), BATCH_BYTES)
  const read = (part: ExportedRuleLocation[]) =>
    readRulesById(
      db,
      part.map(({ id }) => id),
      sources,
    )
  for await (const rules of prefetch(parts, read)) {
    for (const rule of rules) {
      yield rule
      await yieldIfDue()
    }
  }
}

const PARTS = [
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
  'poam',
] as const

/** Catalog fixes that include a script. */
const SCRIPTS = sql`case when coalesce(s.fixes, d.fixes) is not null then
  (select json_agg(json_build_object('id', e.fix ->> 'id', 'system', e.fix ->> 'system', 'content', e.fix ->> 'content'))
    from jsonb_array_elements(coalesce(s.fixes, d.fixes)) as e (fix) where e.fix ->> 'content' is not null) end`

/** The aggregate runs only for requirements that have further checks, because it costs most. */
const CHECKS_AFTER_FIRST = sql`case when exists (select from rule_checks y where y.rule_id = r.id and y.id > k.id)
  then ${FURTHER_CHECKS} else '[]'::json end`

/** SQL for the fix that a child inherits from its parent. */
const EFFECTIVE_FIX = sql`case when parent.id is not null then f.fixtext end`
const INHERITED_CHECKS = sql`case when parent.id is not null then ${allChecks('f.id')} end`

const LOCKED_SECTIONS = sql`case when r.locked_fields <> '{}'::jsonb then
  (select json_agg(name) from jsonb_object_keys(r.locked_fields) name) else '[]'::json end`

const TEXTS = sql`json_build_object('documentable', a.documentable::text,
  ${sql.join(PARTS.map((name) => sql`${sql.lit(name)}, a.${sql.ref(name)}`))})`

const SATISFIED = sql`case when not exists (select from satisfactions l where l.satisfied_by_rule_id = r.id) then '[]'::json else
  (select coalesce(json_agg(json_build_object('displayedName', ${displayedNameSql('c', 'o')}, 'srgId', os.version,
      'ident', o.ident) order by o.id), '[]'::json)
    from satisfactions l join rules o on o.id = l.rule_id left join srg_rules os on os.id = o.srg_rule_id
    where l.satisfied_by_rule_id = r.id and o.deleted_at is null) end`

const SOURCE = sql`json_build_object('title', s.title, 'discussion', s.vuln_discussion,
  'check', s.check_content, 'fix', s.fixtext)`

/** Adds columns only for requirements that need them, because aggregates and repeated texts cost most. */
async function readRulesById(db: Queries, ids: number[], sources: boolean): Promise<ExportedRule[]> {
  const { rows } = await sql<StoredRule>`
    select r.id, r.component_id as "componentId", r.document_type as "documentType", r.rule_id as number,
      ${displayedNameSql()} as "displayedName", r.version, r.minted_sequence is not null as minted,
      d.version as "coreVersion", r.title, r.status, r.status_justification as "statusJustification",
      r.rule_severity as severity, coalesce(r.rule_weight, '10.0') as weight, r.ident, r.ident_system as "identSystem",
      r.legacy_ids as "legacyIds", r.fixtext as fix, k.content as "check", ${CHECKS_AFTER_FIRST} as "furtherChecks",
      coalesce(s.further_idents, d.further_idents) as "furtherIdents", ${SCRIPTS} as scripts,
      ${EFFECTIVE_FIX} as "effectiveFix", ${INHERITED_CHECKS} as "inheritedChecks",
      r.artifact_description as "artifactDescription", r.vendor_comments as "vendorComments",
      r.inspec_control_body as "inspecBody", parent.id is not null as child, r.locked,
      r.review_requestor_id is not null as "underReview", ${isoTime('r.updated_at')} as "updatedAt",
      ${LOCKED_SECTIONS} as "lockedSections", ${TEXTS} as texts,
      case when ${sources}::boolean and s.id is not null then ${SOURCE} end as source, ${SATISFIED} as satisfied
    from unnest(${sql.val(ids)}::integer[]) with ordinality requested (id, ordinal)
      join rules r on r.id = requested.id join components c on c.id = r.component_id
      left join srg_rules d on d.id = r.derived_from_srg_rule_id left join srg_rules s on s.id = r.srg_rule_id
      ${INHERITED_TEXTS}
      ${JOIN_FIRST_CHECK} ${joinFirstDisaDescription('a')}
    where r.deleted_at is null order by requested.ordinal`.execute(db)
  return rows.map(withEffectiveTexts)
}

/** A requirement with the fix and checks of its parent; null without a parent. */
interface StoredRule extends Omit<ExportedRule, 'effectiveCheck'> {
  inheritedChecks: Check[] | null
}

/** Adds the texts that apply: those of the parent, or the own fix and all own checks. */
function withEffectiveTexts({ inheritedChecks, ...rule }: StoredRule): ExportedRule {
  if (rule.child) return { ...rule, effectiveCheck: formatChecks(inheritedChecks ?? []) }
  const { fix, check, furtherChecks } = rule
  const effectiveCheck = furtherChecks.length > 0 ? formatAllChecks(check, furtherChecks) : check
  return { ...rule, effectiveFix: fix, effectiveCheck }
}
