import type { Rule } from '../../entities/rule.ts'
import type { Staleness } from '../../entities/staleness.ts'
import type { Queries } from '../../src/database/database.ts'
import { assertFresh, type GuardInput } from '../../src/procedures/schemas/guards.ts'
import type { RequestContext } from '../../src/request-context.ts'
import { readEditorRule } from './read/requirements.ts'
import type { Viewer } from './read/viewer.ts'

interface GuardedRule extends Viewer {
  db: Queries
  rule: Rule
  request: RequestContext['request']
}

/**
 * Checks the guards of a write on a requirement: against any change, or against the changes that `stale`
 * covers (rules E-14 and E-15).
 */
export function assertCurrent(ctx: GuardedRule, guards: GuardInput, stale?: Staleness): Promise<void> {
  const { db, rule } = ctx
  const readCurrent = async () => ({ rule: await readEditorRule(db, rule.id, ctx, Boolean(rule.deletedAt)) })
  return assertFresh(ctx.request, guards, ctx.rule, readCurrent, stale)
}
