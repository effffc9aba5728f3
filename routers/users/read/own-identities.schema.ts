import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'

/** A linked provider with its user name; contains no credential (rule A-4). */
export const OwnIdentity = z
  .object({
    id: z.int(),
    provider: z.string(),
    title: z.string(),
    email: z.string().nullable(),
    last_sign_in_at: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'OwnIdentity' })

export const OwnIdentities = z
  .object({
    identities: z.array(OwnIdentity),
    local_password: z.boolean().meta({
      description: 'Whether you chose your own password, which changes to your sign-in methods require.',
    }),
    password_changed: z.boolean().meta({
      description: 'Whether your password was changed since your account was created.',
    }),
  })
  .meta({ id: 'OwnIdentities' })
