import { createContext } from 'react'

/** The component of the texts below: its members can be mentioned, and its requirements become links. */
export interface ComponentContextValue {
  componentId: number
  /** The prefix of its requirement numbers; null while unknown. */
  prefix: string | null
}

export const ComponentContext = createContext<ComponentContextValue | null>(null)
