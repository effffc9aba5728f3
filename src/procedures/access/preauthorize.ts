import type { Actor } from '../../audit/actor.ts'
import {
  authorizeAccess,
  satisfiesNeeds,
  toEffectiveAccess,
  createSystemAdminOnlyError,
  type RequiredAccess,
} from '../../auth/access/effective-access.ts'
import type { RequestPart } from '../../request-context.ts'
import type { Meta } from '../meta.ts'
import { pathId } from '../schemas/shapes.ts'
import { isAccessWithoutRecord, listPossibleAccess } from './access-for-input.ts'
import { isDenial, auditDenial, type DeniedRequest } from './audit-denial.ts'
import { componentScope, projectScope } from './scopes.ts'

/**
 * Checks the role before the body of an upload is read (rule E-1); `path` has the path parameters. If access depends on
 * the body, one authorized possibility is enough, and the operation checks again. Throws the operation's 403 or 404.
 */
export async function preauthorize(
  ctx: DeniedRequest,
  actor: Actor,
  { name, meta }: { name: string; meta: Meta },
  path: Record<string, unknown>,
): Promise<void> {
  try {
    await loadAndAuthorize(ctx, actor, meta, path)
  } catch (error) {
    if (isDenial(error)) auditDenial(ctx, { actor, path: name, meta, need: 'write', raw: path })
    throw error
  }
}

async function loadAndAuthorize(
  { services }: RequestPart<'database'>,
  actor: Actor,
  meta: Meta,
  path: Record<string, unknown>,
) {
  const { record = 'none', needs = '', depends } = meta.access ?? {}
  if (needs === 'system admin') {
    if (!actor.admin) throw createSystemAdminOnlyError()
    return
  }
  if (record === 'none' || (depends && isAccessWithoutRecord(depends))) return
  const load = LOADERS[record]
  if (!load) {
    throw new Error(`an upload needs a role that is known ahead of its body, not ${record}: ${needs}`)
  }
  const id = pathId.safeParse(Object.values(path)[0])
  const row = id.success ? await load(services.database.queries, id.data, actor) : undefined
  const [first, ...others] = depends ? listPossibleAccess(depends) : [needs as RequiredAccess]
  const other =
    row && others.find((need) => satisfiesNeeds(toEffectiveAccess(row, actor), need, row.released))
  await authorizeAccess(services.database.queries, row, actor, other ?? first)
}

const LOADERS: Record<string, typeof projectScope | typeof componentScope> = {
  project: projectScope,
  component: componentScope,
}
