import type { Outputs } from '../../../api/client.ts'

/** What the editor knows of the component that the requirement is in. */
export type Component = Outputs['components']['summary']
