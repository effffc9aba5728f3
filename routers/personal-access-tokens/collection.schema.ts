import { z } from 'zod'
import { nameText } from '../../src/procedures/schemas/name-shapes.ts'
import { date, lookupId, text } from '../../src/procedures/schemas/shapes.ts'
import { TOKEN_SCOPES } from '../../src/vocabulary.ts'
import { cidr, PersonalAccessToken, OverseenToken } from './read/tokens.schema.ts'

export const CreateTokenInput = z.object({
  personal_access_token: z.object({
    name: nameText(255),
    scopes: z
      .array(z.enum(TOKEN_SCOPES, { error: `must be one of ${TOKEN_SCOPES.join(', ')}` }), {
        error: 'must be a list',
      })
      .min(1, { error: 'must name at least one scope' })
      .max(20, { error: 'must name at most 20 scopes' })
      .transform((scopes) => [...new Set(scopes)]),
    expires_at: date.nullish().meta({
      description: 'Last day on which the token works; absent or null for the longest lifetime.',
    }),
    allowed_ips: z
      .array(cidr, { error: 'must be a list' })
      .max(50, { error: 'may have at most 50 entries' })
      .nullish()
      .meta({ description: 'Addresses it may be used from; null or an empty list for any.' }),
    current_password: text(1024).nullish(),
  }),
})

export const CreateTokenOutput = z.object({
  token: z.string().meta({ description: 'The raw token; it is shown this once.' }),
  personal_access_token: PersonalAccessToken,
})

export const TokenFilter = z.object({
  user_id: lookupId
    .optional()
    .meta({ description: 'Whose tokens; for system administrators, ignored for others.' }),
})

export const TokenList = z.object({ personal_access_tokens: z.array(OverseenToken) })
