import { z } from 'zod'
import { signIn } from '../../src/auth/sessions/sign-in.ts'
import { normalizeEmail } from '../../src/lib/unicode/names.ts'
import { anyone } from '../../src/procedures/access/builders.ts'
import { text } from '../../src/procedures/schemas/shapes.ts'
import { Identity, toIdentity } from './identity.schema.ts'

const tags = ['Session and account']

/** Absent and blank values count as failed sign-ins, not as 422 (rule A-20). */
export const LoginInput = z.object({
  email: text(255).nullish(),
  password: text(1024).nullish(),
  remember_me: z.boolean({ error: 'must be true or false' }).default(false),
})

export const login = anyone
  .meta({
    openapi: { method: 'POST', path: '/api/auth/login', tags, summary: 'Sign in with email and password' },
    errors: [401, 423, 429],
    needed: ['email', 'password'],
    secret: true,
  })
  .input(LoginInput)
  .output(Identity)
  .mutation(async ({ ctx, input }) => {
    const { email, password, remember_me: remember } = input
    const credentials = { email: normalizeEmail(email ?? ''), password: password ?? '', remember }
    return toIdentity(await signIn(ctx, credentials))
  })
