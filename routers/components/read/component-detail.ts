import type { Queries } from '../../../src/database/database.ts'
import { streamList } from '../../../src/procedures/lists/stream-list.ts'
import { setETag } from '../../../src/procedures/schemas/guards.ts'
import type { RequestPart } from '../../../src/request-context.ts'
import { streamRulesById } from '../../rules/read/requirements.ts'
import type { Viewer } from '../../rules/read/viewer.ts'
import type { ComponentDetail } from './component-detail.schema.ts'
import { readComponentPage } from './component-page.ts'

type DetailRequest = Viewer &
  RequestPart<'clock', 'startStream' | 'reply'> & { db: Queries; scope: { component_id: number } }

/**
 * Streams a component with its requirements in batches and sets the ETag. Callers with a role get the editor
 * view, other readers the show view (rule C-22).
 */
export async function readComponentDetail(ctx: DetailRequest): Promise<ComponentDetail> {
  const { db, scope, effectiveAccess } = ctx
  const { page, ruleIds } = await readComponentPage(db, scope.component_id, ctx, ctx.services.clock())
  setETag(ctx.reply, { lockVersion: page.lock_version })
  const view = effectiveAccess.role === null ? 'shown' : 'editor'
  const batches = streamRulesById(db, ruleIds, ctx, view)
  return { ...page, rules: await streamList<ComponentDetail['rules'][number]>(ctx, batches, 'rules', page) }
}
