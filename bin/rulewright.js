// JavaScript, so that the compile cache is enabled before types are removed from the first module, which saves 200 ms.
import * as modules from 'node:module'
import { join } from 'node:path'

if (Number.parseInt(process.versions.node) < 24) {
  const advice =
    'Start it with npm (`npm start`), which uses the installed one, or with node_modules/.bin/node.'
  process.stderr.write(`Rulewright needs Node.js 24, and this is ${process.version}. ${advice}\n`)
  process.exit(1)
}
modules.enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/rulewright/compiled'),
)
const { launch } = await import('../src/launch.ts')
launch(process.argv.slice(2))
