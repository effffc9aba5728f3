import { Argument, type Command } from '@commander-js/extra-typings'
import { formatCandidates, findCandidates } from '../completion/candidates.ts'
import { SCRIPTS, SHELLS } from '../completion/scripts.ts'

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print the completion script of a shell: bash, zsh, fish')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell) => {
      process.stdout.write(SCRIPTS[shell])
    })
  program
    .command('complete', { hidden: true })
    .argument('[word...]')
    .action((words) => {
      for (const line of formatCandidates(findCandidates(program, words))) process.stdout.write(`${line}\n`)
    })
}
