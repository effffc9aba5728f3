import { measureAccounts } from './accounts.ts'
import { measureAuthoring } from './authoring.ts'
import { measureBoards } from './boards.ts'
import { measureBulk } from './bulk.ts'
import { measureFilters } from './filters.ts'
import { measureInterchange } from './interchange.ts'
import { measureOperations } from './operations.ts'
import { measureSimilar } from './similar.ts'
import { measureStartup } from './startup.ts'

/** `npm run bench`: runs all comparisons. Needs a PostgreSQL at BENCH_DATABASE_URL. */
const PARTS: [title: string, run: () => Promise<unknown>][] = [
  ['Every operation, 100,000 comments', measureOperations],
  ['The comment list with each filter, 10,000 and 1,000,000 comments', measureFilters],
  ['Bulk triage', measureBulk],
  ['Suggested duplicates', measureSimilar],
  ['Live boards', measureBoards],
  ['Accounts', measureAccounts],
  ['Authoring', measureAuthoring],
  ['Exports and imports', measureInterchange],
  ['Starts', measureStartup],
]

for (const [title, run] of PARTS) {
  console.log(`\n## ${title}\n`)
  await run()
}
