import { z } from 'zod'
import type { AccessToken } from '../entities/access-token.ts'
import { isCidr } from '../src/http/client-address.ts'
import { bodyId, date, instant, requiredText, text, Toast } from '../src/shapes.ts'
import { TOKEN_SCOPES } from '../src/vocabulary.ts'
import { wireTime } from '../src/wire-time.ts'

/** A token as its owner sees it (specification, "Personal access token record"); the raw value never is. */
export const PersonalAccessToken = z
  .object({
    id: z.int(),
    name: z.string(),
    token_prefix: z.string(),
    scopes: z.array(z.enum(TOKEN_SCOPES)),
    expires_at: z.string().nullable(),
    last_used_at: instant.nullable(),
    revoked_at: instant.nullable(),
    allowed_ips: z.array(z.string()).nullable(),
    created_at: instant,
  })
  .meta({ id: 'PersonalAccessToken' })
export type PersonalAccessToken = z.infer<typeof PersonalAccessToken>

const cidr = text(100).refine(isCidr, { error: 'must be an IPv4 or IPv6 address or CIDR' })

export const CreateTokenInput = z.object({
  personal_access_token: z.object({
    name: requiredText(255),
    scopes: z
      .array(z.enum(TOKEN_SCOPES, { error: `must be one of ${TOKEN_SCOPES.join(', ')}` }), {
        error: 'must be a list',
      })
      .min(1, { error: 'must name at least one scope' })
      .max(20, { error: 'must name at most 20 scopes' })
      .transform((scopes) => [...new Set(scopes)]),
    expires_at: date.nullish(),
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
  user_id: bodyId
    .optional()
    .meta({ description: 'Whose tokens; for system administrators, ignored for others.' }),
})

/** What an administrator sees beside: whose token it is. */
export const OverseenToken = PersonalAccessToken.extend({
  user_id: z.int().optional(),
  user_name: z.string().optional(),
  user_email: z.string().optional(),
}).meta({ id: 'OverseenToken' })

export const TokenList = z.object({ personal_access_tokens: z.array(OverseenToken) })

export const AdminRevokeInput = z.object({ audit_comment: requiredText(4096) })

export const ToastOutput = z.object({ toast: Toast })

export const RevokedOutput = ToastOutput.extend({ personal_access_token: PersonalAccessToken })

export function viewToken(token: AccessToken): PersonalAccessToken {
  return {
    id: token.id,
    name: token.name,
    token_prefix: token.tokenPrefix,
    scopes: token.scopes,
    expires_at: token.expiresAt ?? null,
    last_used_at: wireTime(token.lastUsedAt ?? null),
    revoked_at: wireTime(token.revokedAt ?? null),
    allowed_ips: token.allowedIps ?? null,
    created_at: wireTime(token.createdAt),
  }
}
