import { z } from 'zod'
import { accountVariables, rateVariables } from './accounts.ts'
import { limitVariables, presentationVariables } from './presentation.ts'
import { providerVariables } from './providers.ts'
import { serviceVariables } from './service.ts'
import { shareVariables } from './shares.ts'
import { tracingVariables } from './tracing.ts'

/** The one schema over the environment. `OIDC_<FIELD>` and `OIDC_<KEY>_<FIELD>` stand in providers.ts. */
export const variables = z.object({
  ...serviceVariables,
  ...accountVariables,
  ...rateVariables,
  ...shareVariables,
  ...tracingVariables,
  ...presentationVariables,
  ...limitVariables,
  ...providerVariables,
})

export type Variables = z.output<typeof variables>
