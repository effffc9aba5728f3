import { router } from '../src/trpc.ts'
import { accessRequests } from './access-requests.ts'
import { account } from './account.ts'
import { audits } from './audits.ts'
import { components } from './components.ts'
import { confirmations } from './confirmations.ts'
import { events } from './events.ts'
import { identities } from './identities.ts'
import { memberships } from './memberships.ts'
import { notificationPreferences } from './notification-preferences.ts'
import { passwords } from './passwords.ts'
import { projects } from './projects.ts'
import { reactions } from './reactions.ts'
import { responseTemplates } from './response-templates.ts'
import { reviews } from './reviews.ts'
import { relocations } from './relocations.ts'
import { rules } from './rules.ts'
import { satisfactions } from './satisfactions.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { srgs } from './srgs.ts'
import { system } from './system.ts'
import { stigs } from './stigs.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

/** The table of contents of the API. */
export const appRouter = router({
  accessRequests,
  account,
  audits,
  components,
  confirmations,
  events,
  identities,
  memberships,
  notificationPreferences,
  passwords,
  projects,
  reactions,
  responseTemplates,
  reviews,
  relocations,
  rules,
  satisfactions,
  search,
  sessions,
  srgs,
  system,
  stigs,
  tokens,
  users,
})

export type AppRouter = typeof appRouter
