import { api, type Outputs } from '../../api/client.ts'

type Readiness = Outputs['components']['readiness']

/** One thing that is left: a stable code, the requirement and section to act on, and words. */
export type Finding = Readiness['findings'][number]
/** One condition of the release; `blocking` ones refuse it. */
export type ReleaseGate = Readiness['gates'][number]
/** What stands between a component and its release, by the rules that a release itself applies. */
export function readinessOf(id: number) {
  return api.components.readiness.queryOptions({ id })
}
