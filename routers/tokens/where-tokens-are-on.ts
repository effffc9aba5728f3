import { notFound } from '../../src/errors.ts'
import { middleware } from '../../src/trpc.ts'

/** With tokens switched off their management does not exist (accounts 7, API_TOKENS_ENABLED). */
export const whereTokensAreOn = middleware(({ ctx, next }) => {
  if (!ctx.services.env.tokens.enabled) throw notFound()
  return next()
})
