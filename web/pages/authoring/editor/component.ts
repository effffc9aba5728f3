import type { Outputs } from '../../../api/client.ts'

/** The properties of the component that the editor uses. */
export type Component = Outputs['components']['summary']
