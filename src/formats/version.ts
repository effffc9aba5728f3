/** The numbers of a guide version such as `V4R1` or `V4R1.17`. */
export interface GuideVersion {
  major: number
  release: number
  /** Decimals of the release; 0 without any. */
  decimals: number
}

/**
 * Reads `V{major}R{release}` into its numbers; null for any other text (rule C-8).
 * Nine digits each are enough for every guide and stay exact.
 */
export function parseVersion(text: string | null): GuideVersion | null {
  const [, major, release, decimals = '0'] = /^V(\d{1,9})R(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text ?? '') ?? []
  if (major === undefined || release === undefined) return null
  return { major: Number(major), release: Number(release), decimals: Number(decimals) }
}

/**
 * Orders versions newest first; unparseable ones last, so that they are never the latest (rule C-8). `orderNewestFirst` is
 * the SQL version; test/entities/shared-rules.test.ts compares both.
 */
export function compareNewestFirst(a: string | null, b: string | null): number {
  const first = parseVersion(a)
  const right = parseVersion(b)
  if (first === null || right === null) return Number(first === null) - Number(right === null)
  return right.major - first.major || right.release - first.release || right.decimals - first.decimals
}

/**
 * The displayed name of a guide (rule C-14): its id with spaces for underscores and a dot for a hyphen after a digit.
 * If the version has both numbers, ` - Ver {major}, Rel {release}` follows.
 */
export function formatGuideName(id: string, version: string | null): string {
  const name = id.replaceAll('_', ' ').replace(/(?<=\d)-/g, '.')
  const parsed = parseVersion(version)
  if (version === null || parsed === null) return name
  return `${name} - Ver ${parsed.major}, Rel ${version.slice(version.indexOf('R') + 1)}`
}
