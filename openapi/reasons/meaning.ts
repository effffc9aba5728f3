/** Meaning of a stable `reason`, and its status. */
export interface Meaning {
  status: number
  meaning: string
}
