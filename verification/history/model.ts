import { COMMENT_RULES } from './comment-rules.ts'
import type { OperationByKind, Call, Operation, Outcome, Rules, ComponentState } from './component-state.ts'
import { REQUIREMENT_RULES } from './requirement-rules.ts'

/** The result of a call in this state of its component. */
export type Model = (world: ComponentState, call: Call) => Outcome

const RULES: Rules<Operation['kind']> = { ...COMMENT_RULES, ...REQUIREMENT_RULES }

const apply = <K extends Operation['kind']>(
  kind: K,
  world: ComponentState,
  call: Call,
  operation: OperationByKind[K],
) => RULES[kind](world, call, operation)

export const model: Model = (world, call) => apply(call.operation.kind, world, call, call.operation)

/** The state after a call at this position if its answer matches the model, else null. */
export function applyCall(step: Model, world: ComponentState, call: Call): ComponentState | null {
  const outcome = step(world, call)
  const accepted = call.status >= 200 && call.status < 300
  if ('refusals' in outcome) {
    return !accepted && call.status < 500 && outcome.refusals.includes(call.body?.reason) ? world : null
  }
  return accepted && outcome.shows(call.body) ? outcome.next : null
}
