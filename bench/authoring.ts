import { measureCreation } from './authoring/creation.ts'
import { measureImports } from './authoring/imports.ts'
import { aPlace } from './authoring/place.ts'
import { measureReads } from './authoring/reads.ts'

const SIZES = [200, 5_000, 50_000]

/**
 * What authoring costs beside the same work by hand, on a database of its own: importing SRGs beside parsing them,
 * creating components beside one insert, and how the reads of a component grow with its requirements.
 */
export async function measureAuthoring(): Promise<void> {
  const place = await aPlace()
  try {
    await measureImports(place)
    await measureCreation(place)
    for (const size of SIZES) await measureReads(place, size)
  } finally {
    await place.close()
  }
}

if (import.meta.main) await measureAuthoring()
