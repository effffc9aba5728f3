/** What the thread of the embedded engine is told to do. The first order opens it, the last one closes it. */
export type Order =
  | { id: number; what: 'open'; dataDir: string; dump?: string }
  | { id: number; what: 'send'; message: Uint8Array }
  | { id: number; what: 'dump'; compression: 'gzip' | 'none' }
  | { id: number; what: 'close' }

/** What came of an order: the engine's messages, a dump, nothing, or the reason why it failed. */
export type Outcome =
  | { id: number; bytes: Uint8Array<ArrayBuffer>[] }
  | { id: number; dump: Blob }
  | { id: number; done: true }
  | { id: number; failed: string }
