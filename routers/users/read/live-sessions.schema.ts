import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'

/** An active session of the caller; `id` is a public number that does not grant access (rule A-35). */
export const SessionView = z
  .object({
    id: z.int(),
    auth_method: z.string(),
    created_at: instant,
    last_seen_at: instant,
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' })

export const SessionList = z.object({ sessions: z.array(SessionView) })
