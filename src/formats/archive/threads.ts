import type { ReviewAction } from '../../vocabulary.ts'
import type { WarningReporter } from './reviews.ts'

/** The requirement, thread and decision target of a review. */
export interface ThreadEntry {
  row: number
  externalId: string | null
  parentId: string | null
  duplicateOf: string | null
  addressedBy: string | null
  ruleId: string | null
  originalRuleId: string | null
  action: ReviewAction
  status: string | null
}

/** The position of a stored review. */
export interface ThreadPosition {
  /** Number among the stored reviews, in the order of the file. */
  number: number
  parent: number | null
  duplicateOf: number | null
  /** Requirement of the thread. */
  ruleId: string | null
  /** The decision has no valid target, so the comment becomes pending. */
  undecided: boolean
  /** Canonicals before their duplicates, comments before their replies. */
  phase: number
}

/**
 * Finds the position of each review; null for reviews that are left out, and their replies. A reply moves with its comment.
 * The target of a duplicate must be another top-level comment that is not a duplicate.
 */
export function locateThreads(
  entries: ThreadEntry[],
  rules: ReadonlySet<string>,
  warn: WarningReporter,
): (ThreadPosition | null)[] {
  const byId = indexById(entries, warn)
  const parents = entries.map((entry) => findParent(entry, { entries, byId, rules, warn }))
  const { depths, ruleIds } = walkThreads(entries, parents)
  const numbers = new Map<number, number>()
  for (const [index, depth] of depths.entries()) if (depth !== null) numbers.set(index, numbers.size)
  return entries.map((entry, index) => {
    const [position, depth, parent] = [numbers.get(index), depths[index] ?? null, parents[index]]
    if (position === undefined || depth === null) {
      if (typeof parent === 'number') warn(entry.row, 'belongs to a thread that is left out')
      return null
    }
    const duplicateOf = findCanonical(entry, index, { entries, byId, numbers })
    const fault = findDecisionFault(entry, duplicateOf, rules)
    if (fault !== null) warn(entry.row, `${fault} and becomes pending`)
    return {
      number: position,
      parent: typeof parent === 'number' ? (numbers.get(parent) ?? null) : null,
      duplicateOf,
      ruleId: ruleIds[index] ?? null,
      undecided: fault !== null,
      phase: depth > 0 ? depth + 1 : duplicateOf === null ? 0 : 1,
    }
  })
}

function indexById(entries: ThreadEntry[], warn: WarningReporter): Map<string, number> {
  const byId = new Map<string, number>()
  for (const [index, { externalId: id, row }] of entries.entries()) {
    if (id === null) continue
    if (byId.has(id)) warn(row, 'has the external_id of an earlier one; others refer to that')
    else byId.set(id, index)
  }
  return byId
}

interface ParentLookup {
  entries: ThreadEntry[]
  byId: Map<string, number>
  rules: ReadonlySet<string>
  warn: WarningReporter
}

/** The index of the parent, `root` for a review without one, null for a review that is left out. */
function findParent(
  entry: ThreadEntry,
  { entries, byId, rules, warn }: ParentLookup,
): number | 'root' | null {
  const { row, ruleId, parentId, action } = entry
  const index = parentId === null ? undefined : byId.get(parentId)
  const parent = index === undefined ? undefined : entries[index]
  if (index !== undefined && parent && action === 'comment' && isReplyTo(entry, parent)) return index
  if (ruleId !== null && !rules.has(ruleId)) {
    warn(row, `is on requirement ${ruleId}, which is not there, and is left out`)
    return null
  }
  if (parentId === null) return 'root'
  warn(row, 'replies to no comment on its requirement and is left out')
  return null
}

/** Whether both are on one requirement, now or before one of them was moved. */
function isReplyTo(reply: ThreadEntry, parent: ThreadEntry): boolean {
  if (parent.action !== 'comment') return false
  if (reply.ruleId === parent.ruleId) return true
  const ruleIds = [parent.ruleId, parent.originalRuleId]
  return [reply.ruleId, reply.originalRuleId].some((ruleId) => ruleId !== null && ruleIds.includes(ruleId))
}

/** Computes depth and requirement of each review; the depth is null for orphans and cycles. */
function walkThreads(entries: ThreadEntry[], parents: (number | 'root' | null)[]) {
  const replies = new Map<number, number[]>()
  const depths = parents.map<number | null>(() => null)
  const ruleIds = entries.map(({ ruleId }) => ruleId)
  let level: number[] = []
  for (const [index, parent] of parents.entries()) {
    if (parent === 'root') level.push(index)
    else if (parent !== null) {
      const list = replies.get(parent)
      if (list) list.push(index)
      else replies.set(parent, [index])
    }
  }
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: number[] = []
    for (const index of level) {
      depths[index] = depth
      for (const reply of replies.get(index) ?? []) {
        ruleIds[reply] = ruleIds[index] ?? null
        next.push(reply)
      }
    }
    level = next
  }
  return { depths, ruleIds }
}

interface CanonicalLookup {
  entries: ThreadEntry[]
  byId: Map<string, number>
  numbers: Map<number, number>
}

/** The number of the comment that a duplicate points at; null without a valid one. */
function findCanonical(
  entry: ThreadEntry,
  index: number,
  { entries, byId, numbers }: CanonicalLookup,
): number | null {
  if (entry.duplicateOf === null) return null
  const target = byId.get(entry.duplicateOf) ?? -1
  const canonical = entries[target]
  const isCanonical =
    canonical?.parentId === null && canonical.action === 'comment' && canonical.status !== 'duplicate'
  return isCanonical && target !== index ? (numbers.get(target) ?? null) : null
}

/** Why a decision that needs a target is invalid; null if it is valid. */
function findDecisionFault(
  { status, addressedBy }: ThreadEntry,
  canonical: number | null,
  rules: ReadonlySet<string>,
): string | null {
  if (status === 'duplicate' && canonical === null) return 'is a duplicate of no other top-level comment'
  if (status !== 'addressed_by') return null
  if (addressedBy === null) return 'is addressed by no requirement'
  return rules.has(addressedBy) ? null : `is addressed by requirement ${addressedBy}, which is not there,`
}
