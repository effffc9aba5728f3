import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, longest first; a run that begins with them ends on all workers at once. */
const LONG = [
  'verification/resource-limits/event-loop.test.ts',
  'verification/chaos/chaos.test.ts',
  'test/backup/backup.test.ts',
  'test/e2e/command-line.test.ts',
  'test/e2e/startup.test.ts',
  'test/openapi/conformance.test.ts',
  'test/resource-limits/text-attacks.postgres.test.ts',
  'test/http/bodies.test.ts',
  'test/permission-matrix.test.ts',
  'test/query-budget.test.ts',
  'test/e2e/main-job.test.ts',
  'test/e2e/admin.test.ts',
  'test/e2e/client.test.ts',
  'test/e2e/live-boards.test.ts',
  'test/security-regressions/hidden-and-missing.test.ts',
  'test/e2e/startup.postgres.test.ts',
  'test/e2e/two-services.postgres.test.ts',
  'test/e2e/pgbouncer.postgres.test.ts',
  'test/openapi/unknown-keys.test.ts',
  'test/routers/long-lists.postgres.test.ts',
  'test/routers/rules/races.postgres.test.ts',
  'test/routers/relocation-targets.test.ts',
  'test/routers/published-guides.test.ts',
  'test/routers/reviews/similar.test.ts',
  'test/http/concurrency/concurrency-limits.test.ts',
  'test/procedures/access/leaks.test.ts',
  'test/procedures/access/replica.test.ts',
  'test/openapi/idempotency-of-operations.test.ts',
  'test/workers/pool.test.ts',
]

function rankFile({ moduleId }: TestSpecification): number {
  const index = LONG.findIndex((path) => moduleId.endsWith(`/${path}`))
  return index === -1 ? LONG.length : index
}

/** The order of test files: the long ones, then the others as they come. */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankFile(a) - rankFile(b))
  }
}
