import { router } from '../src/procedures/trpc.ts'
import * as administration from './administration/index.ts'
import * as audits from './audits/index.ts'
import * as auth from './auth/index.ts'
import * as components from './components/index.ts'
import * as controls from './controls/index.ts'
import * as guides from './guides/index.ts'
import * as jobs from './jobs/index.ts'
import * as memberships from './memberships/index.ts'
import * as personalAccessTokens from './personal-access-tokens/index.ts'
import * as projects from './projects/index.ts'
import * as referenceDocuments from './reference-documents/index.ts'
import * as requirementRelocations from './requirement-relocations/index.ts'
import * as reviews from './reviews/index.ts'
import * as ruleSatisfactions from './rule-satisfactions/index.ts'
import * as rules from './rules/index.ts'
import * as search from './search/index.ts'
import * as srgs from './srgs/index.ts'
import * as stigs from './stigs/index.ts'
import * as system from './system/index.ts'
import * as users from './users/index.ts'

/** The API's root router: which folders make up which namespace. */
export const appRouter = router({
  accessRequests: projects.accessRequests,
  account: users.account,
  administration: administration.administration,
  audits: { ...audits.audits, ...rules.audits },
  components: { ...components.components, ...projects.components },
  confirmations: users.confirmations,
  controls: controls.controls,
  events: { ...projects.events, ...components.events },
  guides: guides.guides,
  identities: users.identities,
  inbox: users.inbox,
  invitations: projects.invitations,
  jobs: jobs.jobs,
  memberships: memberships.memberships,
  notificationPreferences: users.notificationPreferences,
  passwords: users.passwords,
  presence: users.presence,
  projects: projects.projects,
  reactions: reviews.reactions,
  referenceDocuments: referenceDocuments.referenceDocuments,
  responseTemplates: projects.responseTemplates,
  reviews: {
    ...reviews.reviews,
    ...rules.reviews,
    ...components.reviews,
    ...projects.reviews,
    ...users.reviews,
  },
  relocations: { ...requirementRelocations.relocations, ...rules.relocations },
  rules: { ...components.rules, ...rules.rules, ...users.rules },
  satisfactions: ruleSatisfactions.satisfactions,
  savedFilters: { ...projects.savedFilters, ...components.savedFilters },
  search: search.search,
  sessions: { ...auth.sessions, ...users.sessions },
  srgs: srgs.srgs,
  system: system.system,
  stigs: stigs.stigs,
  tokens: personalAccessTokens.tokens,
  users: users.users,
  watches: users.watches,
})

export type AppRouter = typeof appRouter
