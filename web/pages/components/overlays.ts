import { toProblem } from '../../api/errors.ts'

interface Overlay {
  id: number
  name: string
  version: number | null
  release: number | null
}

/** Returns the overlays that an error names. */
export function readOverlays(error: unknown): Overlay[] {
  const { overlays } = toProblem(error).details
  return Array.isArray(overlays) ? overlays.filter(isOverlay) : []
}

function isOverlay(value: unknown): value is Overlay {
  if (typeof value !== 'object' || value === null) return false
  if (!('id' in value && 'name' in value && 'version' in value && 'release' in value)) return false
  const { id, name, version, release } = value
  return (
    typeof id === 'number' &&
    typeof name === 'string' &&
    isRevisionNumber(version) &&
    isRevisionNumber(release)
  )
}

function isRevisionNumber(value: unknown): value is number | null {
  return value === null || typeof value === 'number'
}
