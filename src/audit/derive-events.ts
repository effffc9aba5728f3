import { toColumn, type SectionOrOther } from '../../entities/requirement-fields.ts'
import {
  CHECK_SECTIONS,
  DESCRIPTION_SECTIONS,
  DISA_SECTIONS,
  OTHER,
  RULE_SECTIONS,
} from '../../entities/rule-sections.ts'
import type { DomainEvent, Entry } from './entries/entry.ts'

/** Record kinds whose entries are about the content and state of a requirement. */
const RULE_TYPES = ['BaseRule', 'Check', 'DisaRuleDescription', 'RuleDescription', 'AdditionalAnswer']
/** Other record kinds whose entries are about the content and state of a component. */
const COMPONENT_TYPES = ['AdditionalQuestion']
const CHANGES = ['create', 'update', 'destroy']

/**
 * Derives the live events of a transaction: one `rule.changed` per requirement, one `component.changed` or
 * `component.released` per component (rule R-52). Skips announced events and requirements of new components.
 * `versions` has the `lock_version` of written requirements.
 */
export function deriveEvents(
  entries: readonly Entry[],
  announced: readonly DomainEvent[],
  versions: ReadonlyMap<number, number>,
): DomainEvent[] {
  const rules = new Map<number, DomainEvent>()
  const sections = new Map<number, Set<string>>()
  const components = new Map<number, DomainEvent>()
  const created = new Set<number>()
  for (const entry of entries) {
    const { componentId, ruleId } = entry
    if (!componentId) continue
    const location = { projectId: entry.projectId ?? null, componentId }
    if (ruleId && RULE_TYPES.includes(entry.auditableType) && entry.action !== 'review_moved_out') {
      const changed = sections.get(ruleId) ?? new Set()
      for (const section of listChangedSections(entry)) changed.add(section)
      sections.set(ruleId, changed)
      const data = { rule_id: ruleId, lock_version: versions.get(ruleId) ?? null, sections: [...changed] }
      rules.set(ruleId, { ...location, kind: 'rule.changed', data })
    }
    if (!concernsComponent(entry)) continue
    if (entry.auditableType === 'Component' && entry.action === 'create') created.add(componentId)
    if (components.get(componentId)?.kind === 'component.released') continue
    components.set(componentId, {
      ...location,
      kind: isRelease(entry) ? 'component.released' : 'component.changed',
      data: {},
    })
  }
  for (const { kind, data } of announced) {
    if (kind === 'rule.changed' && typeof data['rule_id'] === 'number') rules.delete(data['rule_id'])
  }
  const ruleEvents = [...rules.values()].filter(
    ({ componentId }) => componentId === null || !created.has(componentId),
  )
  return [...ruleEvents, ...components.values()]
}

function concernsComponent({ auditableType, action }: Entry): boolean {
  if (!CHANGES.includes(action)) return false
  return auditableType === 'Component' || COMPONENT_TYPES.includes(auditableType)
}

function isRelease({ auditableType, changes }: Entry): boolean {
  const released = auditableType === 'Component' ? changes?.['released'] : undefined
  return Array.isArray(released) && released[1] === true
}

const indexByColumn = (sections: Record<string, SectionOrOther>): Map<string, SectionOrOther> =>
  new Map(Object.entries(sections).map(([field, section]) => [toColumn(field), section]))

/** Section of each published field, by record kind. */
const SECTIONS_BY_TYPE = new Map([
  ['BaseRule', indexByColumn(RULE_SECTIONS)],
  ['Check', indexByColumn(CHECK_SECTIONS)],
  ['DisaRuleDescription', indexByColumn(DISA_SECTIONS)],
  ['RuleDescription', indexByColumn(DESCRIPTION_SECTIONS)],
  ['AdditionalAnswer', new Map<string, SectionOrOther>([['answer', OTHER]])],
])

/** Returns the sections of a requirement that an entry changed; none for its creation and its state. */
function listChangedSections({ auditableType, action, changes = {} }: Entry): SectionOrOther[] {
  const sections = SECTIONS_BY_TYPE.get(auditableType)
  if (!sections || (auditableType === 'BaseRule' && action !== 'update')) return []
  return Object.keys(changes).flatMap((field) => sections.get(field) ?? [])
}
