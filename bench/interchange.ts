import { loadavg } from 'node:os'
import { measureExports } from './interchange/exports.ts'
import { createProject, uploadGuideData } from './interchange/guide-data.ts'
import { measureImports } from './interchange/imports.ts'
import { createInterchangeBench } from './interchange/interchange-bench.ts'
import { measureOthers } from './interchange/other-requests.ts'

const ONLY = process.env['ONLY'] ?? 'exports,imports,others'

/**
 * Measures every export and import of 1 and 20 components with 203 requirements: rows per second, CPU time, memory
 * growth, the ratio to the libraries alone, and the effect on other requests. BENCH_GUIDE replaces the generated SRG.
 */
export async function measureInterchange(): Promise<void> {
  const bench = await createInterchangeBench()
  try {
    const guideData = await uploadGuideData(bench)
    for (const components of (process.env['SIZES'] ?? '1,20').split(',').map(Number)) {
      const componentIds = await createProject(bench, guideData.srg, components)
      const rows = components * 203
      console.log(`\n${components} x 203 requirements, load ${loadavg()[0]?.toFixed(1)}\n`)
      const [project = 0] = componentIds
      if (ONLY.includes('exports')) await measureExports(bench, project, rows)
      if (ONLY.includes('imports')) await measureImports(bench, guideData, componentIds, components)
    }
    if (ONLY.includes('others')) await measureOthers(bench)
  } finally {
    await bench.close()
  }
}

if (import.meta.main) await measureInterchange()
