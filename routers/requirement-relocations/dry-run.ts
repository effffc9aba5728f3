import { toSixDigits } from '../../entities/requirement-name.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { previewAcceptance } from '../../workflows/relocations/decide-proposal.ts'
import { DryRun } from './read/relocation-rows.schema.ts'

export const dryRun = writing
  .proposal('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/requirement_relocations/{id}/dry_run',
      tags: ['Relocations'],
      summary: 'What accepting a proposal would do',
    },
  })
  .output(DryRun)
  .mutation(async ({ ctx, input: { target_component_id: target } }) => {
    const { relocation, rule } = ctx
    const { destination, errors } = await previewAcceptance(ctx, ctx, target)
    return {
      valid: errors.length === 0,
      errors,
      source_displayed_name: relocation.sourceDisplayedName,
      target_component_id: target,
      target_component_name: destination.name,
      would_create: {
        title: rule.title ?? null,
        status: rule.status,
        rule_id: toSixDigits(destination.nextRuleNumber),
        derived_from_srg_rule_id: rule.derivedFromSrgRuleId ?? null,
      },
      would_tombstone_source: true as const,
    }
  })
