import { accountTexts } from './accounts.ts'
import { catalogTexts } from './catalog.ts'
import { commentTexts } from './comments.ts'
import { componentTexts } from './components.ts'
import { exchangeTexts } from './exchange.ts'
import { requirementTexts } from './requirements.ts'

/** Descriptions of operations by procedure, for API readers. They are in one place to have a consistent style. */
export const OPERATION_TEXTS: Record<string, string> = {
  ...accountTexts,
  ...catalogTexts,
  ...commentTexts,
  ...componentTexts,
  ...exchangeTexts,
  ...requirementTexts,
}
