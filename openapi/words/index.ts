import { accountWords } from './accounts.ts'
import { catalogWords } from './catalog.ts'
import { commentWords } from './comments.ts'
import { componentWords } from './components.ts'
import { exchangeWords } from './exchange.ts'
import { requirementWords } from './requirements.ts'

/**
 * What each operation does, what it changes and what surprises, by the name of its procedure: for people who read the
 * API. It stands apart from the procedures, because it is written in one voice and read together.
 */
export const WORDS: Record<string, string> = {
  ...accountWords,
  ...catalogWords,
  ...commentWords,
  ...componentWords,
  ...exchangeWords,
  ...requirementWords,
}
