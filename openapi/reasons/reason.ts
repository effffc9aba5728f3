/** One stable `reason`: its status and what it tells a client. */
export interface Reason {
  status: number
  meaning: string
}
