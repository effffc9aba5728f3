import { Argument, Option, type Command, type OptionValues } from '@commander-js/extra-typings'
import { basename } from 'node:path'
import { EXIT } from '../exit-codes.ts'
import { Failure, failureOf } from '../failure.ts'
import { assertFree } from '../service/download.ts'
import { interrupted } from '../terminal/interrupt.ts'
import { sendFile } from '../service/send-file.ts'
import { signedIn } from '../service/session.ts'
import { finish } from '../service/finish.ts'
import { EXPORTS, MODES, STATUSES } from '../words.ts'
import { toastOf } from '../terminal/answer.ts'
import { id, ids, jobOptions, leaf } from './command.ts'

const KINDS = ['srg', 'stig'] as const

export function addUpload(program: Command): void {
  leaf(program, 'upload', 'Upload guides (XCCDF) into the catalog')
    .argument('<file...>', 'the files')
    .addOption(
      new Option('--as <kind>', 'what they are; without it the names of the files tell').choices(KINDS),
    )
    .action(async (files, { as, ...options }) => {
      const kinds = files.map((file) => as ?? kindOf(file))
      const session = await signedIn(options)
      let first: Failure | null = null
      for (const [at, file] of files.entries()) {
        try {
          const kind = kinds[at] ?? 'srg'
          const body = await sendFile(session, { path: file })
          const answer = await session.rest.read('POST', `/${kind}s`, { body })
          session.out.line({ file, ...answer }, `${file}: ${toastOf(answer)}`)
        } catch (error) {
          const failure = failureOf(error)
          if (interrupted.aborted || files.length === 1) throw failure
          first ??= new Failure(failure.exit, 'Not all files were taken.', failure.facts)
          session.out.line(
            { file, error: { message: failure.message, ...failure.facts } },
            `${file}: not taken: ${failure.message}`,
          )
        }
      }
      if (first !== null) throw first
    })
}

export function addExport(program: Command): void {
  const parent = program.command('export').description('Write a file of what there is')
  for (const kind of ['component', 'project'] as const) {
    toFile(jobOptions(leaf(parent, kind, `Export a ${kind}: ${EXPORTS[kind].join(', ')}`)))
      .argument('<id>', `id of the ${kind}`, id)
      .addArgument(new Argument('<type>', 'what to write').choices(EXPORTS[kind]))
      .addOption(new Option('--mode <mode>', 'which form').choices(MODES))
      .option('--component <id>', 'of a project: only this component; may be repeated', ids)
      .addOption(new Option('--triage-status <status>', 'in a disposition matrix').choices(STATUSES))
      .option('--include-email', 'in a disposition matrix: addresses, for project admins')
      .option('--include-srg', 'in an archive: the SRGs too')
      .option('--include-memberships', 'in an archive: the members too')
      .option('--exclude-satisfied-by', 'leave out requirements that others satisfy')
      .action(async (number, type, options) => {
        assertFree(options)
        const session = await signedIn(options)
        const query = {
          mode: options.mode,
          component_ids: options.component?.join(','),
          triage_status: options.triageStatus,
          include_email: options.includeEmail,
          include_srg: options.includeSrg,
          include_memberships: options.includeMemberships,
          exclude_satisfied_by: options.excludeSatisfiedBy,
        }
        const path = `/${kind}s/${number}/export/${type}`
        await finish(
          session,
          await session.rest.ask('GET', path, { query, asJob: options.job === true }),
          options,
        )
      })
  }
  toFile(
    jobOptions(
      leaf(parent, 'components', `Export released components together: ${EXPORTS.components.join(', ')}`),
    ),
  )
    .addArgument(new Argument('<type>', 'what to write').choices(EXPORTS.components))
    .argument('<id...>', 'ids of the components', ids)
    .action(async (type, numbers, options) => {
      assertFree(options)
      const session = await signedIn(options)
      const query = { component_ids: numbers.join(',') }
      const path = `/components/bulk_export/${type}`
      await finish(
        session,
        await session.rest.ask('GET', path, { query, asJob: options.job === true }),
        options,
      )
    })
  for (const kind of KINDS) {
    toFile(leaf(parent, kind, `Export a guide of the catalog: ${EXPORTS[kind].join(', ')}`))
      .argument('<id>', `id of the ${kind.toUpperCase()}`, id)
      .addArgument(new Argument('<type>', 'what to write').choices(EXPORTS[kind]))
      .option('--columns <list>', 'columns of the CSV, with commas between them')
      .action(async (number, type, options) => {
        assertFree(options)
        const session = await signedIn(options)
        const query = { columns: options.columns }
        await finish(
          session,
          await session.rest.ask('GET', `/${kind}s/${number}/export/${type}`, { query }),
          options,
        )
      })
  }
}

function toFile<Args extends unknown[], Given extends OptionValues>(command: Command<Args, Given>) {
  return command
    .option(
      '-o, --output <file>',
      'the file to write, - for standard output; without it, as the service names it',
    )
    .option('--force', 'replace a file that exists')
}

/** What a guide is, as published files are named. Throws a Failure (usage) where the name does not tell. */
function kindOf(file: string): (typeof KINDS)[number] {
  const name = basename(file)
  if (/(^|[_\W])SRG([_\W]|$)/i.test(name)) return 'srg'
  if (/(^|[_\W])STIG([_\W]|$)/i.test(name)) return 'stig'
  throw new Failure(EXIT.usage, `${file}: say what it is, --as srg or --as stig.`)
}
