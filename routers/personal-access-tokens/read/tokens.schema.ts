import { z } from 'zod'
import type { AccessToken } from '../../../entities/access-token.ts'
import { isCidr } from '../../../src/lib/client-address.ts'
import { instant, text, ToastOutput } from '../../../src/procedures/schemas/shapes.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import { TOKEN_SCOPES } from '../../../src/vocabulary.ts'

/** A token without its raw value, for its owner (rule A-40). */
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

export const cidr = text(100).refine(isCidr, { error: 'must be an IPv4 or IPv6 address or CIDR' })

/** A token with its owner, for administrators. */
export const OverseenToken = PersonalAccessToken.extend({
  user_id: z.int().optional(),
  user_name: z.string().optional(),
  user_email: z.string().optional(),
}).meta({ id: 'OverseenToken' })

export const RevokedOutput = ToastOutput.extend({ personal_access_token: PersonalAccessToken })

/** Converts a token to its view, without digest and owner. */
export function toTokenView(token: AccessToken): PersonalAccessToken {
  return {
    id: token.id,
    name: token.name,
    token_prefix: token.tokenPrefix,
    scopes: token.scopes,
    expires_at: token.expiresAt ?? null,
    last_used_at: toWireTime(token.lastUsedAt ?? null),
    revoked_at: toWireTime(token.revokedAt ?? null),
    allowed_ips: token.allowedIps ?? null,
    created_at: toWireTime(token.createdAt),
  }
}
