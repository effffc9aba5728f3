import { api, type Outputs } from '../../api/client.ts'
import { UNBATCHED } from '../../api/unbatched-link.ts'

type Readiness = Outputs['components']['readiness']

/** A finding: a stable code, the requirement and section to act on, and a message. */
export type Finding = Readiness['findings'][number]
/** A condition of the release; `blocking` ones prevent it. */
export type ReleaseGate = Readiness['gates'][number]
/** Queries what blocks a component's release, by the rules of the release itself, with all findings. */
export function createReadinessQuery(id: number) {
  return api.components.readiness.queryOptions({ id })
}

/** Queries the conditions and counts only: a large component has thousands of findings. Unbatched, because it is slow. */
export function createReadinessCountsQuery(id: number) {
  return api.components.readiness.queryOptions(
    { id, findings_limit: 0 },
    { trpc: { context: { [UNBATCHED]: true } } },
  )
}
