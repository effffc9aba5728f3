import { sql } from 'kysely'
import { z } from 'zod'
import { assertNotFrozen } from '../../entities/comment-window.ts'
import { reading, writing } from '../../src/access.ts'
import type { Reader } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'
import { bodyId, date, guards } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { dayOf } from './comment-page.ts'
import { commentsIn, type CommentScope } from './comment-query.ts'
import { ReviewOutput } from './review.schema.ts'
import { assertSeen, current, stored } from './writing.ts'

const tags = ['Comments and reviews']

const AssignmentInput = z.object({ assignee_id: bodyId.nullish(), due_on: date.nullish(), ...guards })

const Workload = z
  .object({
    rows: z.array(
      z.object({
        user: z.object({ id: z.int(), name: z.string() }),
        assigned: z.int(),
        overdue: z.int(),
      }),
    ),
  })
  .meta({ id: 'TriageWorkload', description: 'Open comments of each triager.' })

/** Who triages what, and until when (comments 4.1). */
export const assignment = router({
  assign: writing
    .review('author')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/assignment',
        tags,
        summary: 'Put a comment into the hands of a triager, with a due date',
      },
      refusal: 'Could not assign',
      limits: ['review_write'],
    })
    .input(AssignmentInput)
    .output(ReviewOutput)
    .mutation(async ({ ctx, input }) => {
      const { db, review, scope } = ctx
      await assertSeen(ctx, input)
      assertNotFrozen(scope)
      const { assignee_id: assignee = review.assigneeId ?? null, due_on: due = review.dueOn ?? null } = input
      if (assignee !== null && assignee !== (review.assigneeId ?? null)) {
        await assertMayTriage(db, assignee, scope.component_id)
      }
      return review.assign(assignee, due) ? stored(ctx, 'comment.assigned') : current(ctx)
    }),

  projectWorkload: reading
    .project('author')
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{projectId}/triage_workload',
        tags,
        summary: 'Open comments per triager of a project',
      },
    })
    .output(Workload)
    .query(async ({ ctx }) => ({
      rows: await workloadOf(ctx.db, { projectId: ctx.standing.projectId }, dayOf(ctx.services.clock())),
    })),

  componentWorkload: reading
    .component('author')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{componentId}/triage_workload',
        tags,
        summary: 'Open comments per triager of a component',
      },
    })
    .output(Workload)
    .query(async ({ ctx }) => ({
      rows: await workloadOf(ctx.db, { componentId: ctx.scope.component_id }, dayOf(ctx.services.clock())),
    })),
})

/** An assignee must be able to triage there; unknown people are refused with the same words. */
async function assertMayTriage(db: Reader, userId: number, componentId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and (u.admin or exists (
      select from memberships m join components c on c.id = ${componentId}
      where m.user_id = u.id and m.role <> 'viewer' and (m.project_id = c.project_id or m.component_id = c.id)))`.execute(
    db,
  )
  if (rows.length === 0) {
    throw invalid('review.assignee_unfit', 'assignee_id', 'The assignee must be author or higher here.')
  }
}

async function workloadOf(db: Reader, scope: CommentScope, today: string) {
  const rows = await commentsIn(db, scope)
    .innerJoin('users as u', 'u.id', 'v.assignee_id')
    .select((eb) => [
      'u.id',
      'u.name',
      eb.fn.countAll<number>().as('assigned'),
      sql<number>`count(*) filter (where v.due_on < ${today}::date)`.as('overdue'),
    ])
    .where('v.adjudicated_at', 'is', null)
    .groupBy(['u.id', 'u.name'])
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
  return rows.map(({ id, name, assigned, overdue }) => ({ user: { id, name }, assigned, overdue }))
}
