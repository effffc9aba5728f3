/** Length of a shingle in characters: long enough that unrelated texts share few of them. */
const LENGTH = 5

/** Normalizes case, punctuation, white space and quotation marks. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The hashed shingles of a text: every run of five characters of its normalized form. */
export function toShingles(text: string): Set<number> {
  const plain = normalizeText(text)
  const shingles = new Set<number>()
  if (plain.length < LENGTH) {
    return plain === '' ? shingles : shingles.add(hashShingle(plain, 0, plain.length))
  }
  for (let start = 0; start + LENGTH <= plain.length; start += 1) {
    shingles.add(hashShingle(plain, start, start + LENGTH))
  }
  return shingles
}

/** FNV-1a over UTF-16 units. */
function hashShingle(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** A quoted text has a slightly lower score than an equal text. */
const QUOTED = 0.95
/** Minimum shingles of a quoted text; short texts occur in others by chance. */
const QUOTABLE = 25

/** Similarity of two texts, 0 to 1: the ratio of shared shingles, or the part of the shorter text in the longer one. */
export function computeSimilarity(a: Set<number>, b: Set<number>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const shingle of small) if (large.has(shingle)) shared += 1
  return toScore(a.size, b.size, shared)
}

/** The similarity from the sizes of both sets and of their intersection. */
export function toScore(a: number, b: number, shared: number): number {
  const small = Math.min(a, b)
  if (small === 0) return 0
  const jaccard = shared / (a + b - shared)
  const contained = small >= QUOTABLE ? (QUOTED * shared) / small : 0
  return Math.round(Math.max(jaccard, contained) * 1000) / 1000
}
