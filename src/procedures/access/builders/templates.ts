import { z } from 'zod'
import { ResponseTemplate } from '../../../../entities/response-template.ts'
import type { RequiredAccess } from '../../../auth/access/effective-access.ts'
import { notFound } from '../../../errors.ts'
import { pathId } from '../../schemas/shapes.ts'
import { authorizeLockedProjectWith } from '../authorize-record.ts'
import { writes } from './factory.ts'

const Path = z.object({ id: pathId })

const ofProject = writes('project', 'projectId', async (asked) => {
  // The role comes first, and an unusable id is that of no template.
  const id = Path.safeParse(asked.raw).data?.id ?? 0
  const load = () => asked.em.findOne(ResponseTemplate, { id, projectId: asked.id }, { refresh: true })
  const { standing, loaded } = await authorizeLockedProjectWith(asked, load)
  if (!loaded) throw notFound()
  return { standing, template: loaded }
})

/**
 * The template of the path, for those with the role on its project, whose lock every writer of its templates holds; 404
 * for one of another project (rule R-13).
 */
export const template = (needs: RequiredAccess) => ofProject(needs).input(Path)
