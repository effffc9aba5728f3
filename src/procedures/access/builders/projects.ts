import { DomainError } from '../../../errors.ts'
import { signedInWriting } from '../../base-procedures.ts'
import { assertAllowed, type AccessWithoutRecord } from '../access-for-input.ts'
import { declareAccess } from './factory.ts'

/** For everyone who is signed in, or only for system administrators, depending on the settings (rule A-60). */
export const startingProject = signedInWriting.use(({ ctx, next }) => {
  if (ctx.services.env.accounts.projectCreate || ctx.actor.admin) return next()
  throw new DomainError(
    'forbidden',
    'project_creation_disabled',
    'Only system administrators create projects here.',
  )
})

/** For callers who may start a project; the body may require more. */
export function startingProjectBy(needs: AccessWithoutRecord) {
  return startingProject.meta(declareAccess('none', needs)).use(async ({ ctx, getRawInput, next }) => {
    assertAllowed(needs, await getRawInput(), ctx.actor)
    return next()
  })
}
