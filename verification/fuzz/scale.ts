/** The share of a full run in `FUZZ`, which sends 300 requests to every operation; by default a smoke run. */
const SHARE = Number(process.env['FUZZ'] ?? '0')
/** A smoke run tests one of this many operations. */
const SMOKE_STEP = 5
const CHOSEN = process.env['FUZZ_SEED'] ?? '1'

/** The seed of all choices; `FUZZ_SEED=random` draws another one. */
export const SEED = CHOSEN === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(CHOSEN)

/** The number of requests per operation over REST and per procedure over tRPC. */
export const REQUESTS = Math.max(5, Math.round(300 * SHARE))

/** The number of requests per operation with one invalid part from an authorized caller, which must be rejected. */
export const INVALID_REQUESTS = Math.max(4, Math.round(50 * SHARE))

/** The number of requests for which one scene and its callers are used. */
export const ROUND = 30

/** The time limit of a test on a busy machine. */
export const TIMEOUT_MS = 3_600_000

/** Returns the operations of this run: all of them, or those of a smoke run, which depend on the seed. */
export function selectOperations<T>(operations: T[]): T[] {
  if (SHARE > 0) return operations
  return operations.filter((_, index) => index % SMOKE_STEP === SEED % SMOKE_STEP)
}

/** The seed of one operation, so that each can be repeated alone. */
export function toSeed(name: string): number {
  let hash = SEED
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}
