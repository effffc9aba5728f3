import type { Body } from '../../test/support/rest.ts'
import { hasRole, findRule, withRules } from './component-state.ts'
import type { Call, Phase, Requirement, Role, Rules, Step, ComponentState } from './component-state.ts'

/** The rules of requirements and components, from docs/rules/components.md: C-34, C-36, C-37, C-40, C-50, C-52 to C-54. */

type RuleOperationKind = 'step' | 'sections' | 'allSections' | 'lockAll' | 'write' | 'phase' | 'release'

/** The reasons to reject a write: a released component, or a missing role. */
const listRejections = (world: ComponentState, call: Call, role: Role) =>
  world.released || !hasRole(call.caller, role) ? ['permission_denied'] : []

const matchesModel = (view: Body, rule: Requirement): boolean =>
  view?.id === rule.id &&
  view.lock_version === rule.version &&
  view.locked === rule.locked &&
  view.title === rule.title &&
  view.fixtext === rule.fixtext &&
  view.review_requestor_id === rule.requestor &&
  view.changes_requested === rule.changes &&
  Object.keys(view.locked_fields).toSorted().join() === rule.sections.join()

/** The changes that the audit log records; a review request is stored as a review. */
const AUDITED = ['locked', 'changes', 'sections', 'title', 'fixtext'] as const

function applyChange(rule: Requirement, change: Partial<Requirement>): Requirement {
  const after = { ...rule, ...change, version: rule.version + 1 }
  const isAudited = AUDITED.some((name) => after[name] !== rule[name])
  return { ...after, entries: rule.entries + (isAudited ? 1 : 0) }
}

interface StepRule {
  needs: Role
  refuse: (rule: Requirement, call: Call) => string[]
  become: (rule: Requirement, call: Call) => Partial<Requirement>
}

const listStateRejections = ({ locked, requestor }: Requirement) => [
  ...(locked ? ['rule.locked'] : []),
  ...(requestor === null ? [] : ['rule.under_review']),
]
const rejectUnlessUnderReview = ({ requestor }: Requirement) =>
  requestor === null ? ['rule.not_under_review'] : []
const listReviewRejections = (rule: Requirement, { caller }: Call) => [
  ...rejectUnlessUnderReview(rule),
  ...(rule.requestor === caller.id && caller.role !== 'admin' ? ['rule.own_request'] : []),
]

const STEP_RULES: Record<Step, StepRule> = {
  request_review: {
    needs: 'author',
    refuse: listStateRejections,
    become: (_, { caller }) => ({ requestor: caller.id, changes: false }),
  },
  revoke_review_request: {
    needs: 'author',
    refuse: (rule, { caller }) => [
      ...rejectUnlessUnderReview(rule),
      ...(rule.requestor === caller.id || caller.role === 'admin' ? [] : ['rule.not_requestor']),
    ],
    become: () => ({ requestor: null, changes: false }),
  },
  request_changes: {
    needs: 'reviewer',
    refuse: listReviewRejections,
    become: () => ({ requestor: null, changes: true }),
  },
  approve: {
    needs: 'reviewer',
    refuse: listReviewRejections,
    become: () => ({ requestor: null, changes: false, locked: true }),
  },
  lock_control: {
    needs: 'admin',
    refuse: listStateRejections,
    become: () => ({ locked: true, changes: false }),
  },
  unlock_control: {
    needs: 'admin',
    refuse: ({ locked }) => (locked ? [] : ['rule.not_locked', 'rule.under_review']),
    become: () => ({ locked: false, changes: false }),
  },
}

const changeSectionLocks = (rule: Requirement, sections: readonly string[], locked: boolean): Requirement => {
  const others = rule.sections.filter((name) => !sections.includes(name))
  const next = (locked ? [...others, ...sections] : others).toSorted()
  return next.join() === rule.sections.join() ? rule : applyChange(rule, { sections: next })
}

/** The number in a toast message that matches the pattern. */
const readNumber = (body: Body, pattern: RegExp): number =>
  Number(pattern.exec(body.toast?.message[0] ?? '')?.[1])

const PHASES: Record<Phase, { comment_phase: string; closed_reason: string | null }> = {
  open: { comment_phase: 'open', closed_reason: null },
  closed: { comment_phase: 'closed', closed_reason: null },
  adjudicating: { comment_phase: 'closed', closed_reason: 'adjudicating' },
  finalized: { comment_phase: 'closed', closed_reason: 'finalized' },
}

/** The input that moves a component into a phase. */
export const toPhaseBody = (phase: Phase) => PHASES[phase]

export const REQUIREMENT_RULES: Rules<RuleOperationKind> = {
  step: (world, call, { rule: id, action }) => {
    const rule = findRule(world, id)
    const { needs, refuse, become } = STEP_RULES[action]
    const refusals = refuse(rule, call)
    if (!hasRole(call.caller, needs)) refusals.push('review.role_missing')
    if (world.released) refusals.push('component.released')
    if (refusals.length > 0) return { refusals }
    const next = withRules(world, [applyChange(rule, become(rule, call))])
    return { next, shows: ({ review }) => review?.action === action && review.rule_id === id }
  },
  sections: (world, call, { rule: id, sections, locked }) => {
    const refusals = listRejections(world, call, 'reviewer')
    if (refusals.length > 0) return { refusals }
    const after = changeSectionLocks(findRule(world, id), sections, locked)
    return { next: withRules(world, [after]), shows: (body) => matchesModel(body.rule, after) }
  },
  allSections: (world, call, { sections, locked }) => {
    const refusals = listRejections(world, call, 'reviewer')
    if (refusals.length > 0) return { refusals }
    const before = [...world.rules.values()].filter((rule) => !rule.locked)
    const after = before
      .map((rule) => changeSectionLocks(rule, sections, locked))
      .filter((rule) => !before.includes(rule))
    const next = withRules(world, after)
    return { next, shows: (body) => readNumber(body, / on (\d+) requirements?/) === after.length }
  },
  lockAll: (world, call) => {
    const refusals = listRejections(world, call, 'admin')
    const open = [...world.rules.values()].filter(({ locked }) => !locked)
    const ready = open.filter(({ requestor }) => requestor === null)
    if (ready.length === 0 && open.length > 0) refusals.push('component.nothing_to_lock')
    if (refusals.length > 0) return { refusals }
    const next = withRules(
      world,
      ready.map((rule) => applyChange(rule, { locked: true, changes: false })),
    )
    return { next, shows: (body) => readNumber(body, /^(\d+) requirements? /) === ready.length }
  },
  write: (world, call, { rule: id, title, fixtext = null }) => {
    const rule = findRule(world, id)
    const refusals = [...listRejections(world, call, 'author'), ...listStateRejections(rule)]
    if (world.phase === 'finalized') refusals.push('component.frozen')
    const section = title === undefined ? 'Fix' : 'Title'
    if (rule.sections.includes(section)) refusals.push('rule.section_locked')
    if (refusals.length > 0) return { refusals }
    const after = applyChange(rule, title === undefined ? { fixtext } : { title })
    return { next: withRules(world, [after]), shows: (body) => matchesModel(body.data, after) }
  },
  phase: (world, call, { phase }) => {
    if (!hasRole(call.caller, 'admin')) return { refusals: ['permission_denied'] }
    const version = world.version + (phase === world.phase ? 0 : 1)
    return {
      next: { ...world, phase, version },
      shows: ({ component }) =>
        component?.lock_version === version && component.comment_phase === PHASES[phase].comment_phase,
    }
  },
  release: (world, call) => {
    const refusals = listRejections(world, call, 'admin')
    if ([...world.rules.values()].some(({ locked }) => !locked)) refusals.push('component.unlocked_rules')
    if (refusals.length > 0) return { refusals }
    const version = world.version + 1
    return {
      next: { ...world, released: true, version },
      shows: ({ component }) => component?.lock_version === version,
    }
  },
}
