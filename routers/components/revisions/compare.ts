import { DomainError } from '../../../src/errors.ts'
import { reading } from '../../../src/procedures/access/builders.ts'
import { compareInspec } from '../read/inspec-comparison.ts'
import { InspecComparison } from '../read/revision-history.schema.ts'

const tags = ['Components']

export const compare = reading
  .componentPair('show')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/compare',
      tags,
      summary: 'The InSpec files of two components side by side',
    },
    errors: [404],
    errorText: true,
  })
  .output(InspecComparison)
  .query(async ({ ctx, input: { base_id, diff_id } }) => {
    if (ctx.scopes.some(({ document_type: type }) => type !== 'stig')) {
      throw new DomainError('invalid', 'component.not_comparable', 'Only STIG components have InSpec files.')
    }
    return compareInspec(ctx, base_id, diff_id)
  })
