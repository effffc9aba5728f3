import { loadDotenv } from '../../config/dotenv.ts'
import { readEnv } from '../../config/env.ts'
import { summarizeError } from '../../lib/error-summary.ts'
import { hasHelpFlag } from '../../lib/help-flag.ts'
import { createLogger } from '../../telemetry/log.ts'
import { commands } from './commands.ts'
import { runCommand } from './run.ts'
import { formatOverview, UsageError } from './usage.ts'

const WRONG_USAGE = 2

/** The operator's command line on the configured database: `npm run admin -- COMMAND ...`. */
try {
  const [name = '', ...args] = process.argv.slice(2)
  if (name === 'help' || hasHelpFlag([name, ...args])) {
    process.stdout.write(formatOverview(commands))
    process.exit(0)
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(name === '' ? 'A command is required.' : `There is no command ${name}.`)
  const work = command.prepare(args)
  loadDotenv()
  const env = readEnv()
  process.stdout.write(`${await runCommand(env, createLogger(env.log), work)}\n`)
} catch (error) {
  process.stderr.write(`${summarizeError(error)}\n`)
  if (error instanceof UsageError) process.stderr.write(`\n${formatOverview(commands)}`)
  process.exitCode = error instanceof UsageError ? WRONG_USAGE : 1
}
