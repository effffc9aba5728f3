import { accountTexts } from './accounts.ts'
import { catalogTexts } from './catalog.ts'
import { commentTexts } from './comments.ts'
import { componentTexts } from './components.ts'
import { exchangeTexts } from './exchange.ts'
import { requirementTexts } from './requirements.ts'

/**
 * What each operation does, what it changes and what surprises, by the name of its procedure: for people who read the
 * API. It stands apart from the procedures, because it is written in one voice and read together.
 */
export const OPERATION_TEXTS: Record<string, string> = {
  ...accountTexts,
  ...catalogTexts,
  ...commentTexts,
  ...componentTexts,
  ...exchangeTexts,
  ...requirementTexts,
}
