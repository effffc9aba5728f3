// JavaScript, so that the compile cache is enabled before types are removed from the first module, which saves 200 ms.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/rulewright/compiled'),
)
const { launch } = await import('../src/launch.ts')
launch(process.argv.slice(2))
