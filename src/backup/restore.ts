import { run } from './run.ts'

await run('restore', process.argv.slice(2))
