import { run } from './app/backup/run.ts'

await run('restore', process.argv.slice(2))
