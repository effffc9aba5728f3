import type { Answer, Rest } from '../../test/support/rest.ts'
import type { Operation, SubmittedDecision } from './component-state.ts'
import { toPhaseBody } from './requirement-rules.ts'

const toDecision = (submitted: SubmittedDecision) => ({
  triage_status: submitted.status,
  response_comment: submitted.response,
  duplicate_of_review_id: submitted.canonical,
  addressed_by_rule_id: submitted.addressed,
  close: submitted.close,
})

const PATHS = {
  reopen: 'reopen',
  withdraw: 'withdraw',
  restore: 'admin_restore',
  adminWithdraw: 'admin_withdraw',
}
const REASON = { audit_comment: 'Because of the history.' }

/** Sends an operation on a component as a request. */
export function send(rest: Rest, componentId: number, operation: Operation): Promise<Answer> {
  const component = `/components/${componentId}`
  switch (operation.kind) {
    case 'triage': {
      const body = { ...toDecision(operation), expected_lock_version: operation.expected }
      return rest.patch(`/reviews/${operation.id}/triage`, body)
    }
    case 'close':
      return rest.patch(`/reviews/${operation.id}/adjudicate`, { resolution_comment: operation.response })
    case 'reopen':
    case 'withdraw':
      return rest.patch(`/reviews/${operation.id}/${PATHS[operation.kind]}`, {})
    case 'restore':
    case 'adminWithdraw':
      return rest.patch(`/reviews/${operation.id}/${PATHS[operation.kind]}`, REASON)
    case 'undo':
      return rest.post(`/reviews/${operation.id}/undo`, {})
    case 'look':
      return rest.get(`/reviews/${operation.id}`)
    case 'edit':
      return rest.put(`/reviews/${operation.id}`, { review: { comment: operation.text } })
    case 'reply':
    case 'comment': {
      const parent = operation.kind === 'reply' ? operation.id : null
      const review = { action: 'comment', comment: operation.text, responding_to_review_id: parent }
      return rest.post(`/rules/${operation.rule}/reviews`, { review })
    }
    case 'bulkTriage':
      return rest.patch('/reviews/bulk_triage', { review_ids: operation.ids, ...toDecision(operation) })
    case 'bulkClose': {
      const body = { review_ids: operation.ids, resolution_comment: operation.response }
      return rest.patch('/reviews/bulk_adjudicate', body)
    }
    case 'merge':
      return rest.patch('/reviews/merge', { review_ids: operation.ids, survivor_id: operation.survivor })
    case 'undoMany':
      return rest.post(`${component}/undo_decision`, { decision_id: operation.decision })
    case 'count':
      return rest.get(`/api${component}/triage_summary`)
    default:
      return sendOnRules(rest, component, operation)
  }
}

type RuleOperation = Extract<
  Operation,
  { kind: 'step' | 'sections' | 'allSections' | 'lockAll' | 'write' | 'phase' | 'release' }
>

function sendOnRules(rest: Rest, component: string, operation: RuleOperation): Promise<Answer> {
  switch (operation.kind) {
    case 'step': {
      const review = { action: operation.action, comment: operation.text }
      return rest.post(`/rules/${operation.rule}/reviews`, { review })
    }
    case 'sections': {
      const { sections, locked } = operation
      return rest.patch(`/rules/${operation.rule}/bulk_section_locks`, { sections, locked })
    }
    case 'allSections': {
      const { sections, locked } = operation
      return rest.patch(`${component}/lock_sections`, { sections, locked })
    }
    case 'lockAll':
      return rest.post(`${component}/lock`, { review: { action: 'lock_control', comment: 'All of them.' } })
    case 'write': {
      const { title, fixtext } = operation
      return rest.patch(`/rules/${operation.rule}`, { rule: { title, fixtext } })
    }
    case 'phase':
      return rest.patch(component, { component: toPhaseBody(operation.phase) })
    case 'release':
      return rest.patch(component, { component: { released: true } })
  }
}
