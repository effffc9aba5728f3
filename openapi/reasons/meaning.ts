/** What one stable `reason` tells a client, and the status it comes with. */
export interface Meaning {
  status: number
  meaning: string
}
