import { DomainError } from '../../errors.ts'
import { signedInWriting } from '../procedures.ts'

/** For everybody who is signed in, or for system administrators alone, as the settings say (rule A-60). */
export const startingProject = signedInWriting.use(({ ctx, next }) => {
  if (ctx.services.env.accounts.projectCreate || ctx.actor.admin) return next()
  throw new DomainError(
    'forbidden',
    'project_creation_disabled',
    'Only system administrators create projects here.',
  )
})
