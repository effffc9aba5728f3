import type { DomainEvent, Entry } from '../audit.ts'

/** Kinds of entry that speak of a requirement's own content and state. */
const OF_RULE = ['BaseRule', 'Check', 'DisaRuleDescription', 'RuleDescription', 'AdditionalAnswer']
/** Kinds of entry that speak of a component's own content and state, beside its own. */
const OF_COMPONENT = ['AdditionalQuestion']
const CHANGES = ['create', 'update', 'destroy']

/**
 * The events of live boards that follow from what a transaction changed: one `rule.changed` per requirement, one
 * `component.changed` or `component.released` per component (comments 4.1). What was announced already is left out,
 * and so are the requirements that came with a new component.
 */
export function changesTold(entries: readonly Entry[], announced: readonly DomainEvent[]): DomainEvent[] {
  const rules = new Map<number, DomainEvent>()
  const components = new Map<number, DomainEvent>()
  const made = new Set<number>()
  for (const entry of entries) {
    const { componentId, ruleId } = entry
    if (!componentId) continue
    const about = { projectId: entry.projectId ?? null, componentId }
    if (ruleId && OF_RULE.includes(entry.auditableType) && entry.action !== 'review_moved_out') {
      rules.set(ruleId, { ...about, kind: 'rule.changed', data: { rule_id: ruleId } })
    }
    if (!isOfComponent(entry)) continue
    if (entry.auditableType === 'Component' && entry.action === 'create') made.add(componentId)
    if (components.get(componentId)?.kind === 'component.released') continue
    components.set(componentId, {
      ...about,
      kind: isRelease(entry) ? 'component.released' : 'component.changed',
      data: {},
    })
  }
  for (const { kind, data } of announced) {
    if (kind === 'rule.changed' && typeof data['rule_id'] === 'number') rules.delete(data['rule_id'])
  }
  const told = [...rules.values()].filter(({ componentId }) => componentId === null || !made.has(componentId))
  return [...told, ...components.values()]
}

function isOfComponent({ auditableType, action }: Entry): boolean {
  if (!CHANGES.includes(action)) return false
  return auditableType === 'Component' || OF_COMPONENT.includes(auditableType)
}

function isRelease({ auditableType, changes }: Entry): boolean {
  const released = auditableType === 'Component' ? changes?.['released'] : undefined
  return Array.isArray(released) && released[1] === true
}
