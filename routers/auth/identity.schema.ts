import { z } from 'zod'

/** The signed-in user (rule A-3). */
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

/** Returns only the five published fields. */
export function toIdentity(person: Person): Identity {
  const { id, name, email, admin, provider } = person
  return { id, name, email, admin, provider: provider ?? null }
}
