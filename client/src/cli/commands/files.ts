import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Argument, Option, type Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure, toFailure } from '../failure.ts'
import { EXPORTS, MODES, STATUSES } from '../labels.ts'
import { assertFree, type Target } from '../service/download.ts'
import { awaitResult, finish, type JobOptions } from '../service/finish.ts'
import { readJsonObject } from '../service/rest.ts'
import { sendFile } from '../service/send-file.ts'
import { openSession, type CommonOptions, type Session } from '../service/session.ts'
import { formatToast } from '../terminal/answer.ts'
import { interrupted } from '../terminal/interrupt.ts'
import { parseDay, parseId, parseIds, addJobOptions, addCommand, addFileOptions } from './command.ts'

const KINDS = ['srg', 'stig'] as const
const FILE = '{file, bytes, content_type}'

export function addUpload(program: Command): void {
  addJobOptions(
    addCommand(
      program,
      'upload',
      'Upload guides (XCCDF, ReqIF) into the catalog',
      'lines {file, toast, srg} or {file, toast, stig}; of several, {file, error} for each rejected file',
    ),
  )
    .argument('<file...>', 'the files')
    .addOption(
      new Option('--as <kind>', 'the kind of the files (default: detected from their names)').choices(KINDS),
    )
    .option('--id <id>', 'of one ReqIF document: id of the guide (default: its title)')
    .option('--version <version>', 'of one ReqIF document: its version, such as V1R2')
    .action(async (files, { as: guideKind, id: benchmarkId, version, ...options }) => {
      const names = { benchmark_id: benchmarkId, version }
      if (files.length > 1 && (benchmarkId ?? version) !== undefined) {
        throw new Failure(EXIT.usage, 'An id and a version are of one file.')
      }
      const kinds = files.map((file) => guideKind ?? detectGuideKind(file))
      const session = await openSession(options)
      let first: Failure | null = null
      for (const [index, file] of files.entries()) {
        try {
          await uploadGuide(session, { file, kind: kinds[index] ?? 'srg', names }, options)
        } catch (error) {
          const failure = toFailure(error)
          if (interrupted.aborted || files.length === 1) throw failure
          first ??= new Failure(failure.exit, 'Some files were not imported.', failure.facts)
          session.out.line(
            { file, error: { message: failure.message, ...failure.facts } },
            `${file}: not imported: ${failure.message}`,
          )
        }
      }
      if (first !== null) throw first
    })
}

async function uploadGuide(
  session: Session,
  {
    file,
    kind,
    names,
  }: { file: string; kind: (typeof KINDS)[number]; names: Record<string, string | undefined> },
  options: JobOptions,
): Promise<void> {
  const body = await sendFile(session, { paths: [file], fields: names })
  const answer = await session.rest.request('POST', `/${kind}s`, { body, asJob: options.job === true })
  const result = await awaitResult(session, answer, options)
  if (!(result instanceof Response)) {
    return session.out.line({ file, ...result.body }, `${file}: job ${result.id} was started`)
  }
  const upload = await readJsonObject(result)
  session.out.line({ file, ...upload }, `${file}: ${formatToast(upload)}`)
}

export function addExport(program: Command): void {
  const parent = program.command('export').description('Export files')
  addRecordExports(parent)
  addBulkExport(parent)
  addGuideExports(parent)
  addAuditExport(parent)
}

function addRecordExports(parent: Command): void {
  for (const kind of ['component', 'project'] as const) {
    addExportCommand(parent, kind, `Export a ${kind}`, EXPORTS[kind])
      .argument('<id>', `id of the ${kind}`, parseId)
      .addArgument(new Argument('<type>', 'what to write').choices(EXPORTS[kind]))
      .addOption(new Option('--mode <mode>', 'which form').choices(MODES))
      .option('--component <id>', 'of a project: only this component; may be repeated', parseIds)
      .addOption(new Option('--triage-status <status>', 'in a disposition matrix').choices(STATUSES))
      .option('--include-email', 'in a disposition matrix: addresses, for project admins')
      .option('--include-srg', 'in an archive: also the SRGs')
      .option('--include-memberships', 'in an archive: also the members')
      .option('--exclude-satisfied-by', 'leave out requirements that others satisfy')
      .action((number, type, options) =>
        exportFile(`/${kind}s/${number}/export/${type}`, options, {
          mode: options.mode,
          component_ids: options.component?.join(','),
          triage_status: options.triageStatus,
          include_email: options.includeEmail,
          include_srg: options.includeSrg,
          include_memberships: options.includeMemberships,
          exclude_satisfied_by: options.excludeSatisfiedBy,
        }),
      )
  }
}

function addBulkExport(parent: Command): void {
  addExportCommand(parent, 'components', 'Export released components together', EXPORTS.components)
    .addArgument(new Argument('<type>', 'what to write').choices(EXPORTS.components))
    .argument('<id...>', 'ids of the components', parseIds)
    .addOption(new Option('--mode <mode>', 'which form').choices(MODES))
    .action((type, numbers, options) =>
      exportFile(`/components/bulk_export/${type}`, options, {
        mode: options.mode,
        component_ids: numbers.join(','),
      }),
    )
}

function addGuideExports(parent: Command): void {
  for (const kind of KINDS) {
    addExportCommand(parent, kind, 'Export a guide of the catalog', EXPORTS[kind])
      .argument('<id>', `id of the ${kind.toUpperCase()}`, parseId)
      .addArgument(new Argument('<type>', 'what to write').choices(EXPORTS[kind]))
      .option('--columns <list>', 'columns of the CSV, with commas between them')
      .action((number, type, options) =>
        exportFile(`/${kind}s/${number}/export/${type}`, options, { columns: options.columns }),
      )
  }
}

function addAuditExport(parent: Command): void {
  addExportCommand(parent, 'audits', 'Export the audit trail', EXPORTS.audits)
    .addArgument(new Argument('<type>', 'what to write').choices(EXPORTS.audits))
    .option('--project <id>', 'only of this project', parseId)
    .option('--component <id>', 'only of this component', parseId)
    .option('--rule <id>', 'only of this requirement', parseId)
    .option('--actor <id>', 'only actions of this person', parseId)
    .option('--action <name>', 'only this action')
    .option('--from <day>', 'on this day or later, UTC', parseDay)
    .option('--to <day>', 'on this day or earlier, UTC', parseDay)
    .action((type, options) =>
      exportFile(`/api/audits/export/${type}`, options, {
        project_id: options.project,
        component_id: options.component,
        rule_id: options.rule,
        actor_id: options.actor,
        action: options.action,
        from: options.from,
        to: options.to,
      }),
    )
}

function addExportCommand(parent: Command, name: string, description: string, types: readonly string[]) {
  return addFileOptions(addJobOptions(addCommand(parent, name, `${description}: ${types.join(', ')}`, FILE)))
}

async function exportFile(
  path: string,
  options: CommonOptions & JobOptions & Target,
  query: Record<string, string | number | boolean | undefined>,
): Promise<void> {
  await assertFree(options)
  const session = await openSession(options)
  const answer = await session.rest.request('GET', path, { query, asJob: options.job === true })
  await finish(session, answer, options)
}

/** Detects the kind of a guide from its file name. Throws a Failure (usage) if the name does not contain it. */
function detectGuideKind(file: string): (typeof KINDS)[number] {
  const name = basename(file)
  if (/(^|[_\W])SRG([_\W]|$)/i.test(name)) return 'srg'
  if (/(^|[_\W])STIG([_\W]|$)/i.test(name)) return 'stig'
  // A missing file is reported as missing.
  statSync(file)
  throw new Failure(EXIT.usage, `${file}: its kind is unknown. Add --as srg or --as stig.`)
}
