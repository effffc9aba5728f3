import { createContext } from 'react'

/** The component that texts below are written in: its members can be mentioned, its requirements are links. */
export interface WrittenInComponent {
  componentId: number
  /** What the numbers of its requirements begin with; null while unknown. */
  prefix: string | null
}

export const WrittenIn = createContext<WrittenInComponent | null>(null)
