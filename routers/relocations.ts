import { sql } from 'kysely'
import { z } from 'zod'
import { Component } from '../entities/component.ts'
import { landingErrors, Relocation } from '../entities/relocation.ts'
import { Rule } from '../entities/rule.ts'
import { locked, reading, writing } from '../src/access.ts'
import { admitted, assertUnreleased } from '../src/access/records.ts'
import { componentScope } from '../src/access/scopes.ts'
import { admit } from '../src/access/standing.ts'
import type { Actor } from '../src/context.ts'
import type { Em, Reader } from '../src/database.ts'
import { DomainError, illegal, notFound } from '../src/errors.ts'
import { pathId, text, Toast, toast } from '../src/shapes.ts'
import { router } from '../src/trpc.ts'
import { OnlyWholeListPage, WholeListPage } from '../src/whole-lists.ts'
import { destinations, knownRelocations, landingOf, relocationById } from './relocations.read.ts'
import {
  DeclineInput,
  Destinations,
  DryRun,
  Landed,
  ProposalInput,
  Proposed,
  RelocationView,
  TargetInput,
} from './relocations.schema.ts'
import { sixDigits } from './workflows/import-requirements.ts'
import { landRule } from './workflows/create-rule.ts'

const tags = ['Relocations']
const byId = z.object({ id: pathId })

/** Moves of authored requirements between SRG components (components 3.9). */
export const relocations = router({
  propose: writing
    .rule('author')
    .use(({ ctx, next }) => {
      if (ctx.rule.documentType !== 'srg') throw notFound()
      return next()
    })
    .meta({
      openapi: {
        method: 'POST',
        path: '/rules/{ruleId}/relocations',
        tags,
        summary: 'Propose to move a requirement to another technology',
      },
    })
    .input(ProposalInput)
    .output(Proposed)
    .mutation(async ({ ctx, input }) => {
      const { em, db, rule, actor } = ctx
      const open = await em.count(Relocation, { sourceRuleId: rule.id, executedAt: null, declinedAt: null })
      if (open > 0) throw illegal('relocation.open', 'This requirement has an open proposal already.')
      const { prefix } = await em.findOneOrFail(Component, { id: rule.componentId })
      const relocation = em.create(Relocation, {
        componentId: rule.componentId,
        sourceRuleId: rule.id,
        sourceDisplayedName: `${prefix}-${rule.ruleId}`,
        targetTechnologyToken: input.requirement_relocation.target_technology_token,
        requestedById: actor.id,
        requestedByName: actor.name,
      })
      await em.flush()
      return {
        toast: toast('Relocation proposed', `${relocation.sourceDisplayedName} is marked to move.`),
        relocation: await relocationById(db, relocation.id),
      }
    }),

  list: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/requirement_relocations',
        tags,
        summary: 'Proposals you may know of or could accept',
      },
    })
    .input(WholeListPage.extend({ target_technology_token: text(255).optional() }))
    .output(z.array(RelocationView))
    .query(({ ctx, input }) => knownRelocations(ctx.db, ctx.actor, input)),

  destinations: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/requirement_relocations/destinations',
        tags,
        summary: 'Technologies that requirements can move to',
      },
    })
    .input(OnlyWholeListPage)
    .output(Destinations)
    .query(({ ctx, input }) => destinations(ctx.db, ctx.actor, input)),

  remove: writing.signedIn
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/requirement_relocations/{id}',
        tags,
        summary: 'Withdraw an open proposal',
      },
      access: { record: 'component', needs: 'author' },
    })
    .input(byId)
    .output(z.object({ toast: Toast }))
    .mutation(async ({ ctx, input }) => {
      const { em, db, actor } = ctx
      const { component_id } = await relocationById(db, input.id)
      const row = await componentScope(db, component_id, actor, 'shared')
      const { scope, standing } = await admitted(db, row, actor, 'author')
      await assertUnreleased(db, scope.released, actor, standing)
      const relocation = await locked(em, Relocation, input.id)
      if (!relocation.isOpen()) throw notFound()
      em.remove(relocation)
      await em.flush()
      return { toast: toast('Proposal withdrawn', `${relocation.sourceDisplayedName} stays where it is.`) }
    }),

  dryRun: writing.signedIn
    .meta({
      openapi: {
        method: 'POST',
        path: '/requirement_relocations/{id}/dry_run',
        tags,
        summary: 'What accepting a proposal would do',
      },
      access: { record: 'component', needs: 'author' },
    })
    .input(byId.extend(TargetInput.shape))
    .output(DryRun)
    .mutation(async ({ ctx, input }) => {
      const { relocation, rule } = await opened(ctx, input)
      const landing = await landingOf(ctx.db, rule, input.target_component_id)
      const errors = landingErrors(landing)
      return {
        valid: errors.length === 0,
        errors,
        source_displayed_name: relocation.sourceDisplayedName,
        target_component_id: input.target_component_id,
        target_component_name: landing.name,
        would_create: {
          title: rule.title ?? null,
          status: rule.status,
          rule_id: sixDigits(landing.nextRuleNumber),
          derived_from_srg_rule_id: rule.derivedFromSrgRuleId ?? null,
        },
        would_tombstone_source: true as const,
      }
    }),

  accept: writing.signedIn
    .meta({
      openapi: {
        method: 'POST',
        path: '/requirement_relocations/{id}/accept',
        tags,
        summary: 'Take a proposed requirement into a component',
      },
      access: { record: 'component', needs: 'author' },
    })
    .input(byId.extend(TargetInput.shape))
    .output(Landed)
    .mutation(async ({ ctx, input }) => {
      const { em, db, actor, now } = ctx
      const { relocation, rule } = await opened(ctx, input)
      assertLanding(landingErrors(await landingOf(db, rule, input.target_component_id)))
      const component = await locked(em, Component, input.target_component_id)
      const comment = `Moved from ${relocation.sourceDisplayedName}`
      const landed = await landRule({ ...ctx, component }, rule, comment)
      const target = { componentId: component.id, ruleId: landed.id, abbreviation: abbreviationOf(component) }
      relocation.execute(target, actor, now)
      ctx.trail.because(rule, `Moved to ${component.prefix}-${landed.ruleId}`)
      rule.bury(now)
      await em.flush()
      return {
        toast: toast(
          'Requirement moved',
          `${relocation.sourceDisplayedName} is now ${component.prefix}-${landed.ruleId}.`,
        ),
        landed_rule_id: landed.id,
      }
    }),

  decline: writing.signedIn
    .meta({
      openapi: {
        method: 'POST',
        path: '/requirement_relocations/{id}/decline',
        tags,
        summary: 'Decline a proposal, with a rationale',
      },
      access: { record: 'component', needs: 'author' },
    })
    .input(byId.extend(DeclineInput.shape))
    .output(z.object({ toast: Toast }))
    .mutation(async ({ ctx, input }) => {
      const { relocation, rule } = await opened(ctx, input)
      assertLanding(landingErrors(await landingOf(ctx.db, rule, input.target_component_id)))
      const { adjudication_rationale: rationale } = input.requirement_relocation
      relocation.decline(input.target_component_id, rationale, ctx.actor, ctx.now)
      await ctx.em.flush()
      return { toast: toast('Proposal declined', `${relocation.sourceDisplayedName} stays where it is.`) }
    }),
})

/** The open proposal and its requirement, write-locked, for an author of the target (components 3.9). */
async function opened(
  { em, db, actor }: { em: Em; db: Reader; actor: Actor },
  { id, target_component_id: target }: { id: number; target_component_id: number },
): Promise<{ relocation: Relocation; rule: Rule }> {
  await admit(db, await componentScope(db, target, actor), actor, 'author')
  const { component_id: source } = await relocationById(db, id)
  await sql`select id from components where id in (${source}, ${target}) order by id for update`.execute(db)
  const relocation = await locked(em, Relocation, id)
  if (!relocation.isOpen()) throw notFound()
  const rule = await locked(em, Rule, relocation.sourceRuleId)
  if (rule.deletedAt) throw notFound()
  return { relocation, rule }
}

function assertLanding(errors: string[]): void {
  if (errors.length === 0) return
  throw new DomainError('invalid', 'relocation.ineligible', errors.join(' '), { messages: errors })
}

function abbreviationOf(component: Component): string {
  return /^[A-Z]+/.exec(component.prefix)?.[0] ?? component.prefix
}
