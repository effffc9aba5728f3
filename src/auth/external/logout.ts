import type { Actor } from '../../audit/actor.ts'
import type { RequestPart } from '../../request-context.ts'
import { buildProviderLogoutUrl } from './oidc.ts'

/** The provider's logout URL for this session; null if there is none. */
export async function createProviderLogout(
  ctx: RequestPart<'database' | 'env' | 'clock' | 'log'> & { actor: Actor },
): Promise<string | null> {
  const { actor, services } = ctx
  if (!actor.session || actor.session.authMethod === 'local') return null
  const row = await services.database.queries
    .selectFrom('sessions')
    .select('id_token')
    .where('id', '=', actor.session.id)
    .executeTakeFirst()
  return buildProviderLogoutUrl(ctx, actor.session.authMethod, row?.id_token ?? null)
}
