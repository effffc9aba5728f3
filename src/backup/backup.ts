import { run } from './run.ts'

await run('backup', process.argv.slice(2))
