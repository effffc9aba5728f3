import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Review } from '../../entities/review.ts'
import type { TriageStatus } from '../../src/vocabulary.ts'
import { decideOnAll } from '../../workflows/decisions/decide-on-all.ts'
import { decide } from '../../workflows/decisions/decide.ts'
import { validateDecision } from '../../workflows/decisions/validate-decision.ts'
import { createCommentScene, type CommentScene } from '../support/comments.ts'
import { runUseCase } from '../support/run-use-case.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const OPEN = { comment_phase: 'open', closed_reason: null } as const

/** The possible history of an open comment before its decision. */
interface DecisionHistory {
  status: TriageStatus
  decidedByImport: boolean
  onRequirement: boolean
  withSection: boolean
}

const before = fc.record<DecisionHistory>({
  status: fc.constantFrom('pending', 'concur', 'concur_with_comment', 'non_concur', 'needs_clarification'),
  decidedByImport: fc.boolean(),
  onRequirement: fc.boolean(),
  withSection: fc.boolean(),
})

const decision = fc.record({
  status: fc.constantFrom(
    'concur',
    'concur_with_comment',
    'non_concur',
    'needs_clarification',
    'informational',
    'duplicate',
    'addressed_by',
    'withdrawn',
  ),
  response: fc.option(fc.constantFrom('Thanks.', 'See elsewhere: "quoted" \\ and é'), { nil: null }),
})

async function createComments(scene: CommentScene, states: DecisionHistory[]): Promise<number[]> {
  const ids: number[] = []
  for (const { status, decidedByImport, onRequirement, withSection } of states) {
    const review = await world.createReview(onRequirement ? scene.rule : scene.component, scene.viewer, {
      triageStatus: status,
      section: onRequirement && withSection ? 'fixtext' : null,
      triageSetByImportedName: decidedByImport && status !== 'pending' ? 'Somebody' : null,
      triageSetAt: status === 'pending' ? null : new Date('2026-01-01T00:00:00Z'),
    })
    ids.push(review.id)
  }
  return ids
}

/** The final state of a comment: its row, responses and all audit entries, without ids, times and reasons. */
async function readOutcome(id: number) {
  const db = world.database.queries
  const row = await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const responses = await db
    .selectFrom('reviews')
    .selectAll()
    .where('responding_to_review_id', '=', id)
    .execute()
  const entries = await db
    .selectFrom('audit_entries')
    .select(['kind', 'action', 'auditable_type', 'associated_type', 'associated_id', 'project_id'])
    .select(['component_id', 'rule_id', 'actor_id', 'actor_name', 'actor_type', 'affected_name', 'changes'])
    .where('auditable_type', '=', 'Review')
    .where('auditable_id', 'in', [id, ...responses.map((response) => response.id)])
    .orderBy('action')
    .execute()
  const shared = { id: null, created_at: null, updated_at: null, triage_set_at: null, adjudicated_at: null }
  const { by, before: earlier } = row.last_decision ?? {}
  return {
    row: {
      ...row,
      ...shared,
      last_decision: { by, earlier },
      closed: row.adjudicated_at !== null,
      decided: row.triage_set_at !== null,
    },
    responses: responses.map((response) => ({ ...response, ...shared, responding_to_review_id: null })),
    entries: entries.map((entry) => ({
      ...entry,
      changes: { ...entry.changes, responding_to_review_id: null },
    })),
  }
}

describe('one bulk decision on many comments', () => {
  it('has the same result as many single decisions, in the rows and in the audit log', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(before, { minLength: 1, maxLength: 5 }),
        decision,
        async (states, decisionInput) => {
          const scene = await createCommentScene(world)
          const canonical = await world.createReview(scene.rule, scene.viewer)
          const [together, singly] = [
            await createComments(scene, states),
            await createComments(scene, states),
          ]
          const request = {
            ...decisionInput,
            response: decisionInput.status === 'non_concur' ? 'No.' : decisionInput.response,
            duplicateOfReviewId: canonical.id,
            addressedByRuleId: scene.rule.id,
          }
          await runUseCase(world, scene.author, async (work) => {
            const reviews = await work.em.find(Review, { id: { $in: together } }, { orderBy: { id: 'asc' } })
            await decideOnAll(work, reviews, OPEN, validateDecision(work, request))
          })
          await runUseCase(world, scene.author, async (work) => {
            for (const id of singly) {
              const review = await work.em.findOneOrFail(Review, { id })
              await decide(work, review, OPEN, validateDecision(work, request))
            }
          })
          for (const [index, id] of together.entries()) {
            const other = singly[index] ?? 0
            expect(await readOutcome(id)).toEqual(await readOutcome(other))
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
