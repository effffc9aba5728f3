import { z } from 'zod'
import { accountVariables, rateVariables } from './settings/accounts.ts'
import { limitVariables, presentationVariables } from './settings/presentation.ts'
import { providerVariables } from './settings/providers.ts'
import { requestVariables } from './settings/requests.ts'
import { serviceVariables } from './settings/service.ts'
import { tracingVariables } from './settings/tracing.ts'

/** The schema of the environment; `OIDC_<FIELD>` and `OIDC_<KEY>_<FIELD>` are in providers.ts. */
export const variables = z.object({
  ...serviceVariables,
  ...accountVariables,
  ...rateVariables,
  ...requestVariables,
  ...tracingVariables,
  ...presentationVariables,
  ...limitVariables,
  ...providerVariables,
})

export type Variables = z.output<typeof variables>
