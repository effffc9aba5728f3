/** How much is asked: 1 is 300 requests of every operation, a tenth of it unless `FUZZ` says otherwise. */
const SHARE = Number(process.env['FUZZ'] ?? '0.1')
const CHOSEN = process.env['FUZZ_SEED'] ?? '1'

/** What all choices follow from; `FUZZ_SEED=random` makes other ones. */
export const SEED = CHOSEN === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(CHOSEN)

/** Requests of one operation over REST, and of one procedure over tRPC. */
export const REQUESTS = Math.max(5, Math.round(300 * SHARE))

/** Requests of one operation that are spoilt in one place by somebody who may, so that they must be refused. */
export const REFUSED = Math.max(10, Math.round(50 * SHARE))

/** Requests for which one scene and its people are used, before others take their place. */
export const ROUND = 30

/** So long a test may take on a machine that does other work too. */
export const PATIENCE = 3_600_000

/** The seed of one operation, so that each can be repeated alone. */
export function seedOf(name: string): number {
  let hash = SEED
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}
