import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { addAccount } from './commands/account.ts'
import { addCompletion } from './commands/complete.ts'
import { addExport, addUpload } from './commands/files.ts'
import { addImport } from './commands/import.ts'
import { addJobs } from './commands/job.ts'
import { addLists, addSearch } from './commands/list.ts'
import { addClose, addTriage, addUndo } from './commands/triage.ts'
import { addWatch } from './commands/watch.ts'
import { formatOverview } from './overview.ts'

/** Creates the program with its commands, help and completion. With `json` it does not print usage errors itself. */
export function createProgram(version: string, json: boolean = false): Command {
  const program = new Command('rulewright')
    .description('Works with a Rulewright service from the command line.')
    .version(version, '-V, --version', 'print the version')
    // After the name of a command, --version is an option of that command.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(json ? { outputError: () => undefined } : {})
    .helpCommand(false)
  addAccount(program)
  addLists(program)
  addSearch(program)
  addTriage(program)
  addClose(program)
  addUndo(program)
  addUpload(program)
  addExport(program)
  addImport(program)
  addJobs(program)
  addWatch(program)
  addCompletion(program)
  if (!json) nameHelpAfterError(program, 'rulewright')
  program.configureHelp({
    formatHelp: (command, helper) =>
      command.parent === null
        ? formatOverview(program)
        : Object.getPrototypeOf(helper).formatHelp.call(helper, command, helper),
  })
  return program
}

/** Names the help of the command itself after each usage error. */
function nameHelpAfterError(command: CommandUnknownOpts, path: string): void {
  command.showHelpAfterError(`Help: ${path} --help`)
  for (const inner of command.commands) nameHelpAfterError(inner, `${path} ${inner.name()}`)
}
