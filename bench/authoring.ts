import { createAuthoringBench } from './authoring/authoring-bench.ts'
import { measureCreation } from './authoring/creation.ts'
import { measureImports } from './authoring/imports.ts'
import { measureReads } from './authoring/reads.ts'

const SIZES = [200, 5_000, 50_000]

/**
 * Compares authoring with handwritten equivalents, on a new database: SRG imports with parsing alone, component creation
 * with one insert, and the reads of components of different sizes.
 */
export async function measureAuthoring(): Promise<void> {
  const bench = await createAuthoringBench()
  try {
    await measureImports(bench)
    await measureCreation(bench)
    for (const size of SIZES) await measureReads(bench, size)
  } finally {
    await bench.close()
  }
}

if (import.meta.main) await measureAuthoring()
