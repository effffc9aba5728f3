import { z } from 'zod'
import { ResponseTemplate } from '../../../../entities/response-template.ts'
import type { RequiredAccess } from '../../../auth/access/effective-access.ts'
import { notFoundError } from '../../../errors.ts'
import { pathId } from '../../schemas/shapes.ts'
import { authorizeLockedProjectWith } from '../authorize-record.ts'
import { createWriting } from './factory.ts'

const Path = z.object({ id: pathId })

const projectTemplate = createWriting('project', 'projectId', async (request) => {
  // Access is checked before the id is validated: an invalid id matches no template.
  const id = Path.safeParse(request.raw).data?.id ?? 0
  const load = () => request.em.findOne(ResponseTemplate, { id, projectId: request.id }, { refresh: true })
  const { effectiveAccess, loaded } = await authorizeLockedProjectWith(request, load)
  if (!loaded) throw notFoundError()
  return { effectiveAccess, template: loaded }
})

/**
 * Loads the template of the path, for callers with the role on its project; 404 for templates of other projects (rule
 * Every writer of templates has the project's lock.
 */
export const template = (needs: RequiredAccess) => projectTemplate(needs).input(Path)
