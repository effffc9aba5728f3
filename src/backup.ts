import { run } from './app/backup/run.ts'

await run('backup', process.argv.slice(2))
