import { sql } from 'kysely'
import { awaitsAdjudicationSql } from '../../../../entities/awaiting-adjudication.ts'
import { listReleaseGates, type ReleaseGate } from '../../../../entities/release-gates.ts'
import {
  blocksLock,
  blocksRelease,
  DEFAULT_POLICY,
  isReadyToLock,
  type ReadinessPolicy,
  listRequirementFindings,
} from '../../../../entities/requirement-findings.ts'
import { formatDisplayedName } from '../../../../entities/requirement-name.ts'
import { topLevelSql } from '../../../../entities/top-level.ts'
import { combinedQuery } from '../../../../src/database/combined-query.ts'
import type { Queries } from '../../../../src/database/database.ts'
import { preparedQuery } from '../../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../../src/database/requirement-name.ts'
import { notFoundError } from '../../../../src/errors.ts'
import { formatCount } from '../../../../src/lib/format-count.ts'
import { SECTIONS, type SectionKey } from '../../../../src/vocabulary.ts'
import type { Workers } from '../../../../src/workers/pool.ts'
import {
  describeCatalogEntry,
  isPublished,
  toCatalogIdentity,
} from '../../../../workflows/components/published-guide.ts'
import {
  markInvalidInspec,
  queryRequirementFacts,
} from '../../../../workflows/components/requirement-facts.ts'
import { countBlocked, readReleaseFigures } from '../../../../workflows/components/rule-figures.ts'
import { isOnLive } from '../../../reviews/read/live.ts'
import { toWorkflowState, selectStateRow } from '../progress.ts'
import type { Readiness, ReadinessFinding, ReadinessGate } from './readiness.schema.ts'

/** Reads all facts for readiness in one statement; requirements of a released component can't be locked. */
const selectFacts = preparedQuery((db, id) =>
  combinedQuery({
    components: selectCandidate(db, id),
    figures: readReleaseFigures(db, id),
    states: selectStateRow(db, id),
    requirements: queryRequirementFacts(
      id,
      sql`not (select u.released from components u where u.id = r.component_id)`,
    ),
    waiting: selectWaitingComments(id),
  }),
)

/**
 * Returns what blocks the release of a component, and the finalization of its comments (rule C-81), with at most
 * `limit` findings.
 */
export async function readReadiness(
  db: Queries,
  workers: Workers,
  id: number,
  limit: number,
): Promise<Readiness> {
  const [row] = await selectFacts(db, id)
  const [component, counts] = [row?.components[0], row?.figures[0]]
  if (!row || !component || !counts) throw notFoundError()
  const { requirements } = row
  await markInvalidInspec(db, workers, requirements)
  const policy = component.readinessPolicy ?? DEFAULT_POLICY
  const figures =
    policy.release.length > 0 ? { ...counts, blocked: countBlocked(requirements, policy) } : counts
  const state = toWorkflowState(row.states[0])
  const gates = [
    ...listReleaseGates(component, figures).map(toReadinessGate),
    ...(await readPublishedGate(db, component)),
    ...listAdvice(component.documentType, figures, state),
  ]
  const rules = listRuleFindings(requirements, component, policy)
  const findings = [...rules, ...listCommentFindings(row.waiting)]
  return {
    releasable: gates.every(({ passed, blocking }) => passed || !blocking),
    lockable: rules.filter(({ code }) => code === READY).length,
    gates,
    policy: { ...policy, is_default: component.readinessPolicy === null },
    kinds: countByCode(findings, policy),
    findings: findings.slice(0, limit),
    findings_left_out: Math.max(0, findings.length - limit),
  }
}

function toReadinessGate({ reason, passed, refusal, missing, total }: ReleaseGate): ReadinessGate {
  const text = passed ? (MET[reason] ?? '') : refusal
  return { code: reason, stage: 'release', passed, blocking: true, missing, total, text }
}

function countByCode(findings: ReadinessFinding[], policy: ReadinessPolicy): Readiness['kinds'] {
  return [...Map.groupBy(findings, ({ code }) => code)].map(([code, all]) => ({
    code,
    count: all.length,
    blocks_lock: blocksLock(code, policy),
    blocks_release: blocksRelease(code, policy),
  }))
}

/** Finding code of a requirement that is ready to be locked. */
const READY = 'rule.lockable'

const MET: Record<string, string> = {
  'component.released': 'The component is not released yet.',
  'component.empty': 'There are requirements.',
  'component.undetermined_rules': 'Every requirement has a status.',
  'component.unnumbered': 'Version and release are set.',
  'component.no_abbreviation': 'The prefix names a technology.',
  'component.unlocked_rules': 'Every requirement is locked.',
  'component.blocking_findings': 'No requirement has a finding that blocks the release.',
  'rule.under_review': 'No requirement is under review.',
  'comment.undecided': 'Every comment is decided.',
  'comment.unclosed': 'Every decided comment is closed.',
}

function selectCandidate(db: Queries, id: number) {
  return db
    .selectFrom('components')
    .select(['name', 'prefix', 'version', 'release', 'released', 'document_type as documentType'])
    .select('readiness_policy as readinessPolicy')
    .where('id', '=', id)
}

type Facts = Awaited<ReturnType<typeof selectFacts>>[number]
type Candidate = Facts['components'][number]

/** Gate: the catalog must not have an SRG with the same id and version. */
async function readPublishedGate(db: Queries, component: Candidate): Promise<ReadinessGate[]> {
  const { documentType, released, name, version, release } = component
  if (documentType !== 'srg' || released || version === null || release === null) return []
  const identity = toCatalogIdentity(name, version, release)
  const passed = !(await isPublished(db, identity.srgId, identity.version))
  const text = passed
    ? `${identity.srgId} ${identity.version} is not in the catalog yet.`
    : describeCatalogEntry(identity.srgId, identity.version)
  const missing = passed ? 0 : 1
  return [{ code: 'guide.duplicate', stage: 'release', passed, blocking: true, missing, total: 1, text }]
}

type Figures = Facts['figures'][number]
type State = ReturnType<typeof toWorkflowState>

/** Gates that a release does not require, and gates before the comments can be finalized. */
function listAdvice(
  type: Candidate['documentType'],
  { total, undetermined }: Figures,
  state: State,
): ReadinessGate[] {
  const { pending, awaiting_adjudication: awaiting } = state.triage
  const reviewed = state.reviews.under_review
  const undecided = pending + awaiting
  const determined = createAdvice(
    ['component.undetermined_rules', 'release'],
    [undetermined, total],
    ['requirement is Not Yet Determined.', 'requirements are Not Yet Determined.'],
  )
  return [
    ...(type === 'stig' ? [determined] : []),
    createAdvice(
      ['rule.under_review', 'release'],
      [reviewed, total],
      ['requirement is under review.', 'requirements are under review.'],
    ),
    createAdvice(
      ['comment.undecided', 'comments'],
      [pending, undecided],
      ['comment is not decided yet.', 'comments are not decided yet.'],
    ),
    createAdvice(
      ['comment.unclosed', 'comments'],
      [awaiting, undecided],
      ['decided comment is not closed yet.', 'decided comments are not closed yet.'],
    ),
  ]
}

function createAdvice(
  [code, stage]: [string, ReadinessGate['stage']],
  [missing, total]: [number, number],
  [singular, plural]: [string, string],
): ReadinessGate {
  const passed = missing === 0
  const text = passed ? (MET[code] ?? '') : formatCount(missing, singular, plural)
  return { code, stage, passed, blocking: false, missing, total, text }
}

const READY_RULE = {
  code: READY,
  section: null,
  text: 'ready to be locked',
  source: 'review_cycle',
} as const

/** Findings of each requirement, and unlocked requirements that are ready to be locked. */
function listRuleFindings(
  requirements: Facts['requirements'],
  component: { prefix: string },
  policy: ReadinessPolicy,
): ReadinessFinding[] {
  return requirements.flatMap((rule) => {
    const findings = listRequirementFindings(rule)
    const isReady = !rule.locked && isReadyToLock(findings, policy)
    const displayed_name = formatDisplayedName(component, { ruleId: rule.rule_id })
    return [...findings, ...(isReady ? [READY_RULE] : [])].map(({ code, section, text, source }) => ({
      code,
      rule_id: rule.id,
      displayed_name,
      section,
      text,
      source,
    }))
  })
}

interface PendingComments {
  rule_id: number | null
  name: string | null
  section: SectionKey | null
  undecided: number
  unclosed: number
}

/** Query for pending comments per requirement and section. */
function selectWaitingComments(componentId: number) {
  return sql<PendingComments>`
    select w.rule_id, ${displayedNameSql()} as name, w.section, w.undecided, w.unclosed
    from (select v.rule_id, v.section, (count(*) filter (where v.triage_status = 'pending'))::integer as undecided,
        (count(*) filter (where ${sql.raw(awaitsAdjudicationSql('v', 'v.adjudicated_at is not null'))}))::integer as unclosed
      from reviews v where v.component_id = ${componentId} and ${sql.raw(topLevelSql('v'))}
        and v.adjudicated_at is null and v.triage_status is not null and ${isOnLive({ componentId })}
      group by v.rule_id, v.section) w
    join components c on c.id = ${componentId} left join rules r on r.id = w.rule_id and r.component_id = c.id
    order by r.rule_id nulls first, w.section nulls first`
}

function listCommentFindings(rows: PendingComments[]): ReadinessFinding[] {
  return rows.flatMap(({ rule_id, name, section: key, undecided, unclosed }) => {
    const counts = {
      rule_id,
      displayed_name: rule_id === null ? null : name,
      section: key ? SECTIONS[key] : null,
      source: 'comments' as const,
    }
    return [
      ...(undecided > 0 ? [{ code: 'comment.undecided', ...counts, text: `${undecided} not decided` }] : []),
      ...(unclosed > 0 ? [{ code: 'comment.unclosed', ...counts, text: `${unclosed} not closed` }] : []),
    ]
  })
}
