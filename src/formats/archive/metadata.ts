import { storableText } from './values.ts'

/** Limits of metadata. */
interface MetadataLimits {
  key: number
  value: number
  entries: number
}

export const PROJECT_METADATA: MetadataLimits = { key: 100, value: 1000, entries: 50 }
export const COMPONENT_METADATA: MetadataLimits = { key: 255, value: 10_000, entries: 10_000 }

/** Reads metadata; skips values that are not text or too long, with a warning. */
export function readMetadata(
  map: Record<string, unknown> | null | undefined,
  limits: MetadataLimits,
  warn: (message: string) => void,
): Record<string, string> {
  const [keys, values] = [storableText(limits.key), storableText(limits.value)]
  const entries: [string, string][] = []
  for (const [key, value] of Object.entries(map ?? {})) {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    const fits = key.trim() !== '' && keys.safeParse(key).success && entries.length < limits.entries
    const { data } = values.safeParse(text)
    if (fits && data !== undefined) entries.push([key, data])
    else warn(`the metadata entry ${key.slice(0, 100)} is not a text that can be stored, and is left out.`)
  }
  return Object.fromEntries(entries)
}
