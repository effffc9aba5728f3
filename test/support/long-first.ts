import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, longest first; a run that begins with them ends on all workers at once. */
const LONG = [
  'bounds/event-loop.postgres.test.ts',
  'chaos/chaos.postgres.test.ts',
  'backup/backup.test.ts',
  'e2e/command-line.test.ts',
  'e2e/startup.test.ts',
  'openapi/conformance.test.ts',
  'http/bodies.test.ts',
  'permission-matrix.test.ts',
  'http/upload-memory.postgres.test.ts',
  'query-budget.test.ts',
  'e2e/main-job.test.ts',
  'e2e/admin.test.ts',
  'e2e/client.test.ts',
  'fuzz/rest.test.ts',
  'fuzz/refused.test.ts',
  'fuzz/typed.test.ts',
  'e2e/live-boards.test.ts',
  'kept-solid/hidden-and-missing.test.ts',
  'e2e/startup.postgres.test.ts',
  'e2e/two-services.postgres.test.ts',
  'e2e/pgbouncer.postgres.test.ts',
  'openapi/unknown-members.test.ts',
  'fair/others-reads.postgres.test.ts',
  'routers/long-lists.postgres.test.ts',
  'routers/rules/races.postgres.test.ts',
  'routers/relocation-targets.test.ts',
  'routers/published-guides.test.ts',
  'routers/reviews/similar.test.ts',
  'fair/shares.test.ts',
  'access/leaks.test.ts',
  'access/replica.test.ts',
  'openapi/idempotency-everywhere.test.ts',
  'computing/pool.test.ts',
]

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((path) => moduleId.endsWith(`/test/${path}`))
  return place === -1 ? LONG.length : place
}

/** The order of test files: the long ones, then the others as they come. */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
