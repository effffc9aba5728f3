import { z } from 'zod'
import { CONNECTION_FAILURES, type ConnectionFailureReason } from './connection-failure.ts'

const FAILURE_REASONS = Object.keys(CONNECTION_FAILURES) as ConnectionFailureReason[]

/** The services that can be tested. */
export const CHECKED_PARTS = ['database', 'mail', 'chat', 'oidc', 'ldap'] as const
export type CheckedPartName = (typeof CHECKED_PARTS)[number]

const part = z.enum(CHECKED_PARTS).meta({ description: 'The service.' })

export const CheckedPart = z
  .object({
    part,
    configured: z.boolean().meta({ description: 'Whether the settings name one.' }),
    about: z.string().nullable().meta({ description: 'What is used, without addresses and credentials.' }),
  })
  .meta({ id: 'CheckedPart' })
export type CheckedPart = z.infer<typeof CheckedPart>

export const CheckResult = z
  .object({
    part,
    ok: z.boolean().meta({ description: 'Whether the connection worked.' }),
    message: z.string().nullable().meta({ description: 'Why it failed: the reason and the detail.' }),
    reason: z
      .enum(FAILURE_REASONS)
      .optional()
      .meta({ description: 'Only if it failed for one of these reasons.' }),
    detail: z.string().optional().meta({ description: 'The message of the failed connection.' }),
    duration_ms: z.int().meta({ description: 'How long the test took, in milliseconds.' }),
  })
  .meta({ id: 'CheckResult' })
export type CheckResult = z.infer<typeof CheckResult>
