import { SECTIONS } from '../../../src/vocabulary.ts'
import { selectRows, type Row } from '../database.ts'
import { TOP_LEVEL } from '../filters.ts'
import { toPhase } from './components.ts'

const SECTION_NAMES = new Map<unknown, string>(Object.entries(SECTIONS))
const DOES_NOT_MEET = 'Applicable - Does Not Meet'
const INHERENTLY_MEETS = 'Applicable - Inherently Meets'

/** The progress of a component. */
export function toState(component: Row): Row {
  const { rules_count: total, locked, pending_comment_count: pending } = component
  return {
    document_type: component['document_type'],
    authoring: { rules_total: total, rules_determined: Number(total) - Number(component['undetermined']) },
    locks: { locked, total, all_locked: Number(total) > 0 && locked === total },
    reviews: { under_review: component['under_review'] },
    comment: { phase: component['comment_phase'], ...toPhase(component), pending_comments: pending },
    triage: { pending, awaiting_adjudication: component['awaiting'] },
    export: { released: component['released'], releasable: component['releasable'] },
  }
}

/** Release gates of a STIG component. */
export async function readReadiness(component: Row): Promise<Row> {
  const [rules, waiting] = await Promise.all([
    selectRows(
      'to be locked',
      `select r.id, c.prefix || '-' || r.rule_id as name, r.status, r.review_requestor_id is not null as reviewed,
        exists (select from satisfactions l join rules p on p.id = l.satisfied_by_rule_id where l.rule_id = r.id and p.deleted_at is null) as satisfied,
        exists (select from disa_descriptions d where d.rule_id = r.id and d.mitigations ~ '\\S') as mitigated,
        coalesce(r.artifact_description ~ '\\S', false) as described
       from rules r join components c on c.id = r.component_id
       where r.component_id = $1 and r.deleted_at is null and not r.locked and not c.released order by r.rule_id`,
      [component['id']],
    ),
    selectRows(
      'waiting',
      `select v.rule_id, min(c.prefix || '-' || r.rule_id) as name, v.section, count(*) filter (where v.triage_status = 'pending') as undecided,
        count(*) filter (where v.triage_status in ('concur', 'concur_with_comment', 'non_concur')) as unclosed
       from reviews v join components c on c.id = v.component_id left join rules r on r.id = v.rule_id
       where v.component_id = $1 and v.adjudicated_at is null and ${TOP_LEVEL}
       group by v.rule_id, v.section order by min(r.rule_id) nulls first, v.section nulls first`,
      [component['id']],
    ),
  ])
  const gates = toGates(component)
  const findings = [...rules.map(toFinding), ...waiting.flatMap(toPendingComments)]
  const kinds = [...Map.groupBy(findings, ({ code }) => code)].map(([code, all]) => ({
    code,
    count: all.length,
  }))
  return {
    releasable: gates.every((gate) => gate['passed'] === true || gate['blocking'] === false),
    lockable: findings.filter(({ code }) => code === 'rule.lockable').length,
    gates,
    kinds,
    findings: findings.slice(0, 5000),
    findings_left_out: Math.max(0, findings.length - 5000),
  }
}

function toGates(component: Row): Row[] {
  const [total, locked, undetermined, reviewed, pending, awaiting] = [
    'rules_count',
    'locked',
    'undetermined',
    'under_review',
    'pending_comment_count',
    'awaiting',
  ].map((name) => Number(component[name]))
  const toGate = (
    code: string,
    stage: string,
    blocking: boolean,
    missing = 0,
    all = 0,
    texts: string[] = [],
  ) => {
    const passed = missing === 0
    return { code, stage, blocking, passed, missing, total: all, text: texts[passed ? 1 : 0] }
  }
  const unlocked = Number(total) - Number(locked)
  const open = Number(pending) + Number(awaiting)
  return [
    toGate('component.released', 'release', true, component['released'] === true ? 1 : 0, 1, [
      'This component is released already.',
      'The component is not released yet.',
    ]),
    toGate('component.empty', 'release', true, total === 0 ? 1 : 0, 1, [
      'A component without requirements cannot be released.',
      'There are requirements.',
    ]),
    toGate('component.unlocked_rules', 'release', true, unlocked, total, [
      `${unlocked} of ${total} requirements are not locked yet.`,
      'Every requirement is locked.',
    ]),
    toGate('component.undetermined_rules', 'release', false, undetermined, total, [
      `${undetermined} requirements are Not Yet Determined.`,
      'Every requirement has a status.',
    ]),
    toGate('rule.under_review', 'release', false, reviewed, total, [
      `${reviewed} requirements are under review.`,
      'No requirement is under review.',
    ]),
    toGate('comment.undecided', 'comments', false, pending, open, [
      `${pending} comments are not decided yet.`,
      'Every comment is decided.',
    ]),
    toGate('comment.unclosed', 'comments', false, awaiting, open, [
      `${awaiting} decided comments are not closed yet.`,
      'Every decided comment is closed.',
    ]),
  ]
}

function toFinding(rule: Row): Row {
  const { status } = rule
  const finding = (code: string, section: string | null, text: string) => ({
    code,
    rule_id: rule['id'],
    displayed_name: rule['name'],
    section,
    text,
  })
  if (rule['reviewed'] === true) return finding('rule.under_review', null, 'under review')
  if (status === 'Not Yet Determined' && rule['satisfied'] === false) {
    return finding('rule.undetermined', 'Status', status)
  }
  if (status === DOES_NOT_MEET && rule['mitigated'] === false) {
    return finding('rule.mitigations_missing', 'DISA Metadata', `${DOES_NOT_MEET} without mitigations`)
  }
  if (status === INHERENTLY_MEETS && rule['described'] === false) {
    return finding(
      'rule.artifacts_missing',
      'Artifact Description',
      `${INHERENTLY_MEETS} without artifact description`,
    )
  }
  return finding('rule.lockable', null, 'ready to be locked')
}

function toPendingComments(row: Row): Row[] {
  const about = {
    rule_id: row['rule_id'],
    displayed_name: row['name'],
    section: SECTION_NAMES.get(row['section']) ?? null,
  }
  const [undecided, unclosed] = [Number(row['undecided']), Number(row['unclosed'])]
  return [
    ...(undecided > 0 ? [{ code: 'comment.undecided', ...about, text: `${undecided} not decided` }] : []),
    ...(unclosed > 0 ? [{ code: 'comment.unclosed', ...about, text: `${unclosed} not closed` }] : []),
  ]
}
