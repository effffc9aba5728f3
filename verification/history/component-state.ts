import type { Body } from '../../test/support/rest.ts'

/** The model's state of one component: small, immutable, and written without the service's own rules. */
export interface ComponentState {
  version: number
  phase: Phase
  released: boolean
  comments: ReadonlyMap<number, Comment>
  rules: ReadonlyMap<number, Requirement>
  /** The number of events of comment writes. */
  eventCount: number
}

export type Phase = 'open' | 'closed' | 'adjudicating' | 'finalized'
export type Role = 'viewer' | 'author' | 'reviewer' | 'admin'

/** The times before and after a call. Every time that the call stores lies between them. */
export type Span = readonly [from: number, to: number]

/** The fields that a decision changes. */
export interface DecisionFields {
  status: string
  setBy: number | null
  setAt: Span | null
  closedBy: number | null
  closedAt: Span | null
  canonical: number | null
  addressed: number | null
}

/** The latest decision on a comment, if the comment was not changed since. */
export interface LastDecision {
  userId: number
  batch: string | null
  size: number
  part: 'survivor' | 'other' | null
  before: DecisionFields
  responded: boolean
  /** Whether a user replied after it. */
  answered: boolean
}

export interface Comment extends DecisionFields {
  id: number
  rule: number
  author: number
  version: number
  text: string
  marks: number
  replies: number
  /** The number of audit entries about its changes. */
  entries: number
  last: LastDecision | null
}

export interface Requirement {
  id: number
  version: number
  locked: boolean
  sections: readonly string[]
  requestor: number | null
  changes: boolean
  title: string
  fixtext: string | null
  entries: number
}

export interface Person {
  id: number
  role: Role
}

interface CommentRef {
  id: number
}

/** The input of a decision. */
export interface SubmittedDecision {
  status: string
  response?: string
  canonical?: number
  addressed?: number
  close?: boolean
}

export type Operation =
  | ({ kind: 'triage'; expected?: number } & SubmittedDecision & CommentRef)
  | ({ kind: 'close'; response?: string } & CommentRef)
  | ({ kind: 'reopen' | 'withdraw' | 'restore' | 'adminWithdraw' | 'undo' | 'look' } & CommentRef)
  | ({ kind: 'edit'; text: string } & CommentRef)
  | ({ kind: 'reply'; rule: number; text: string } & CommentRef)
  | { kind: 'comment'; rule: number; text: string }
  | ({ kind: 'bulkTriage'; ids: number[] } & SubmittedDecision)
  | { kind: 'bulkClose'; ids: number[]; response?: string }
  | { kind: 'merge'; ids: number[]; survivor: number }
  | { kind: 'undoMany'; decision: string }
  | { kind: 'step'; rule: number; action: Step; text: string }
  | { kind: 'sections'; rule: number; sections: string[]; locked: boolean }
  | { kind: 'allSections'; sections: string[]; locked: boolean }
  | { kind: 'lockAll' }
  | { kind: 'write'; rule: number; title?: string; fixtext?: string }
  | { kind: 'phase'; phase: Phase }
  | { kind: 'release' }
  | { kind: 'count' }

/** Operations by their kind. */
export type OperationByKind = { [O in Operation as O['kind']]: O }
/** The rules of operations of these kinds. */
export type Rules<K extends Operation['kind']> = {
  [N in K]: (world: ComponentState, call: Call, operation: OperationByKind[N]) => Outcome
}

export const STEPS = [
  'request_review',
  'revoke_review_request',
  'request_changes',
  'approve',
  'lock_control',
  'unlock_control',
] as const
export type Step = (typeof STEPS)[number]

/** One call as its caller saw it. */
export interface Call {
  caller: Person
  operation: Operation
  /** Readings of the logical clock at the beginning and end. */
  began: number
  ended: number
  times: Span
  status: number
  body: Body
}

/** The effect of a call at this moment: the reasons to reject it, or the next state and the expected answer. */
export type Outcome = { refusals: string[] } | { next: ComponentState; shows: (body: Body) => boolean }

export const pickDecision = (comment: Comment): DecisionFields => ({
  status: comment.status,
  setBy: comment.setBy,
  setAt: comment.setAt,
  closedBy: comment.closedBy,
  closedAt: comment.closedAt,
  canonical: comment.canonical,
  addressed: comment.addressed,
})

/** The world with changed comments. */
export function withComments(world: ComponentState, changed: readonly Comment[]): ComponentState {
  const comments = new Map(world.comments)
  for (const comment of changed) comments.set(comment.id, comment)
  return { ...world, comments }
}

/** The world with changed requirements. */
export function withRules(world: ComponentState, changed: readonly Requirement[]): ComponentState {
  const rules = new Map(world.rules)
  for (const rule of changed) rules.set(rule.id, rule)
  return { ...world, rules }
}

export function findComment(world: ComponentState, id: number): Comment {
  const comment = world.comments.get(id)
  if (!comment) throw new Error(`the model has no comment ${id}`)
  return comment
}

export function findRule(world: ComponentState, id: number): Requirement {
  const rule = world.rules.get(id)
  if (!rule) throw new Error(`the model has no requirement ${id}`)
  return rule
}

const RANKS: Record<Role, number> = { viewer: 0, author: 1, reviewer: 2, admin: 3 }
export const hasRole = ({ role }: Person, needs: Role): boolean => RANKS[role] >= RANKS[needs]
