import type { inferRouterInputs } from '@trpc/server'
import type { AppRouter } from '../index.ts'

type Inputs = inferRouterInputs<AppRouter>
type Filter = NonNullable<Inputs['reviews']['bulkTriage']['filter']>

/** Possible decisions on a comment. */
export const DECISIONS = [
  'concur',
  'concur_with_comment',
  'non_concur',
  'duplicate',
  'informational',
  'needs_clarification',
  'withdrawn',
  'addressed_by',
] as const satisfies Inputs['reviews']['triage']['triage_status'][]

/** Values of the filter by triage status. */
export const STATUSES = ['all', 'pending', ...DECISIONS] as const satisfies NonNullable<
  Filter['triage_status']
>[]

/** Values of the filter by section. */
export const SECTIONS = [
  'all',
  'none',
  'title',
  'severity',
  'status',
  'fixtext',
  'check_content',
  'vuln_discussion',
  'disa_metadata',
  'vendor_comments',
  'artifact_description',
  'xccdf_metadata',
] as const satisfies NonNullable<Filter['section']>[]

const PUBLISHABLE = [
  'xccdf',
  'csv',
  'inspec',
  'oscal_catalog',
  'oscal_component',
  'cklb',
  'ckl',
  'reqif',
  'markdown',
  'html',
  'pdf',
  'docx',
] as const
const DISPOSITIONS = ['disposition_csv', 'disposition_xlsx', 'disposition_json'] as const

/** Export types by subject; /docs describes their contents. */
export const EXPORTS = {
  component: [...PUBLISHABLE, 'excel', 'disa_excel', ...DISPOSITIONS, 'comment_sheet', 'json_archive'],
  project: [...PUBLISHABLE, 'excel', 'disa_excel', ...DISPOSITIONS, 'json_archive'],
  components: ['xccdf', 'csv', 'inspec', 'html', 'pdf', 'docx'],
  srg: ['xccdf', 'csv'],
  stig: ['xccdf', 'csv'],
  audits: ['csv', 'jsonl'],
} as const

export const MODES = [
  'working_copy',
  'vendor_submission',
  'published_stig',
  'published_srg',
  'backup',
] as const
