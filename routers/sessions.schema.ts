import { z } from 'zod'
import { instant, text } from '../src/shapes.ts'

/** Who is signed in (specification, "Current user identity"). */
export const Identity = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    admin: z.boolean(),
    provider: z.string().nullable(),
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

interface Person {
  id: number
  name: string
  email: string
  admin: boolean
  provider?: string | null | undefined
}

/** Only the five published members, whatever else the person carries. */
export function viewIdentity(person: Person): Identity {
  const { id, name, email, admin, provider } = person
  return { id, name, email, admin, provider: provider ?? null }
}

/** Absent and blank values are failed sign-ins, not 422 (contract, decision 4). */
export const LoginInput = z.object({
  email: text(255).nullish(),
  password: text(1024).nullish(),
  remember_me: z.boolean({ error: 'must be true or false' }).default(false),
})

export const LogoutOutput = z.object({
  message: z.string(),
  redirect_url: z
    .string()
    .optional()
    .meta({ description: "Where a browser ends the provider's session too." }),
})

/** The form an address is stored and compared in (accounts 2.1). */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** A live session of one's own; `id` is a public number, nothing that opens it (accounts 5.1). */
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
