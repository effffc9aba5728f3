import { z } from 'zod'
import { mayLag, reading } from '../../src/access.ts'
import { componentScope } from '../../src/access/scopes.ts'
import { admit } from '../../src/access/standing.ts'
import type { Actor } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'
import { DomainError, notFound } from '../../src/errors.ts'
import { bodyId, requiredText, text } from '../../src/shapes.ts'
import { pageOf, WholeListPage } from '../../src/whole-lists.ts'
import { LatestQuery, latestComponents } from '../guides/latest.ts'
import { componentHistories } from '../histories.read.ts'
import { AuditEntryView } from '../histories.schema.ts'
import { rulesByIds } from '../rules.read.ts'
import { EditorRule } from '../rules.schema.ts'
import { componentDetail } from './detail.ts'
import { ComponentDetail } from './detail.schema.ts'
import { findRules } from './find.read.ts'
import { compareInspec, revisionHistory } from './history.read.ts'
import { HistoryEntry, InspecComparison } from './history.schema.ts'
import { relatedComponents } from './related.read.ts'
import { RelatedComponent } from './related.schema.ts'

const tags = ['Components']
const nullableInt = z.int().nullable()

/** Reads around components: revisions, comparison, history, related ones, search inside one (components 4.3). */
export const lookups = {
  history: reading
    .projectIn('viewer')
    .use(mayLag)
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/history',
        tags,
        summary: 'Milestones of a named component and what changed between them',
      },
      errors: [404],
    })
    .input(WholeListPage.extend({ name: text(255) }))
    .output(z.array(HistoryEntry))
    .query(async ({ ctx, input }) =>
      pageOf(await revisionHistory(ctx.db, ctx.standing.projectId, input.name), input),
    ),

  compare: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/components/compare',
        tags,
        summary: 'The InSpec files of two components side by side',
      },
      access: { record: 'component', needs: 'show' },
      errors: [404],
    })
    .input(z.object({ base_id: bodyId, diff_id: bodyId }))
    .output(InspecComparison)
    .query(async ({ ctx: { db, actor }, input: { base_id, diff_id } }) => {
      const types = [await readableType(db, base_id, actor), await readableType(db, diff_id, actor)]
      if (types.some((type) => type !== 'stig')) {
        throw new DomainError(
          'invalid',
          'component.not_comparable',
          'Only STIG components have InSpec files.',
          {
            dialect: 'error',
          },
        )
      }
      return compareInspec(db, base_id, diff_id)
    }),

  latest: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/components/latest',
        tags,
        summary: 'The newest released component of every prefix',
      },
    })
    .input(LatestQuery)
    .output(
      z.object({
        rows: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            prefix: z.string(),
            version: nullableInt,
            release: nullableInt,
            title: z.string(),
          }),
        ),
      }),
    )
    .query(async ({ ctx, input }) => ({ rows: await latestComponents(ctx.db, input.q) })),

  histories: reading
    .component('show', 'id')
    .use(mayLag)
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{id}/histories',
        tags,
        summary: 'The newest audit entries of a component and its requirements',
      },
    })
    .input(WholeListPage)
    .output(z.array(AuditEntryView))
    .query(async ({ ctx, input }) =>
      pageOf(await componentHistories(ctx.db, ctx.scope.component_id, 50), input),
    ),

  related: reading
    .component('show', 'id')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{id}/related',
        tags,
        summary: 'Other components based on an SRG of the same title',
      },
    })
    .input(WholeListPage)
    .output(z.array(RelatedComponent))
    .query(({ ctx, input }) => relatedComponents(ctx.db, ctx.scope.component_id, ctx.actor, input)),

  find: reading
    .component('show', 'id')
    .meta({
      openapi: {
        method: 'POST',
        path: '/components/{id}/find',
        tags,
        summary: 'Requirements whose texts contain something',
      },
      required: ['find'],
    })
    .input(WholeListPage.extend({ find: requiredText(500) }))
    .output(z.array(EditorRule))
    .mutation(async ({ ctx, input }) => {
      const ids = await findRules(ctx.db, ctx.scope.component_id, input.find)
      return rulesByIds(ctx.db, pageOf(ids, input), ctx)
    }),

  showByName: reading
    .component('show', 'id')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{id}/{displayedName}',
        tags,
        summary: 'One component, by the displayed name of one of its requirements',
      },
    })
    .input(z.object({ displayedName: text(255) }))
    .output(ComponentDetail)
    .query(async ({ ctx, input }) => {
      const number = input.displayedName.slice(-6)
      const rule = await ctx.db
        .selectFrom('rules')
        .select('id')
        .where('component_id', '=', ctx.scope.component_id)
        .where('rule_id', '=', number)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!rule) throw notFound()
      return componentDetail(ctx)
    }),
}

/** The document type of a component that the caller may read; hidden and missing ones are the same 404. */
async function readableType(db: Reader, id: number, actor: Actor): Promise<string> {
  const scope = await componentScope(db, id, actor)
  try {
    await admit(db, scope, actor, 'show')
  } catch {
    throw notFound()
  }
  return scope?.document_type ?? ''
}
