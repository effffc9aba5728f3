import { Option, type Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure, isObject } from '../failure.ts'
import { finish } from '../service/finish.ts'
import { sendFile } from '../service/send-file.ts'
import { signedIn, type Session } from '../service/session.ts'
import { wordsOf } from '../terminal/answer.ts'
import { count, id, jobOptions, leaf, type Leaf } from './command.ts'

export function addImport(program: Command): void {
  const parent = program.command('import').description('Bring in what others wrote')
  addArchives(parent)
  addSheets(parent)
  const disposition =
    'Bring a disposition matrix (CSV, XLSX) that somebody filled in back as decisions and replies'
  jobOptions(leaf(parent, 'disposition', disposition))
    .argument('<component>', 'id of the component', id)
    .argument('<file>', 'the matrix')
    .option('--dry-run', 'show what would change, and change nothing')
    .action(async (component, path, options) => {
      const session = await signedIn(options)
      const body = await sendFile(session, { path, fields: { dry_run: options.dryRun === true } })
      const asked = { body, asJob: options.job === true }
      const answer = await session.rest.ask('POST', `/components/${component}/import_disposition`, asked)
      await finish(session, answer, options)
    })
}

function addArchives(parent: Command): void {
  archived(
    leaf(parent, 'backup', 'Import the components of a backup archive, also of Vulcan, into a project'),
  )
    .argument('<project>', 'id of the project', id)
    .argument('<file>', 'the archive (zip)')
    .option(
      '--component <name>',
      'only this component of the archive, or name=new name; may be repeated',
      filter,
    )
    .action(async (project, path, options) => {
      const session = await signedIn(options)
      const fields = { ...flags(options), component_filter: asJson(options.component) }
      const body = await sendFile(session, { path, fields })
      const asked = { body, asJob: options.job === true }
      await finish(
        session,
        await session.rest.ask('POST', `/projects/${project}/import_backup`, asked),
        options,
      )
    })
  archived(leaf(parent, 'project', 'Create a project from a backup archive, also of Vulcan'))
    .argument('<file>', 'the archive (zip)')
    .option(
      '--component <name>',
      'only this component of the archive, or name=new name; may be repeated',
      filter,
    )
    .option('--name <name>', 'name of the project, in place of that in the archive')
    .option('--description <text>', 'its description')
    .addOption(
      new Option('--visibility <visibility>', 'who sees it').choices(['hidden', 'discoverable'] as const),
    )
    .action(async (path, options) => {
      const session = await signedIn(options)
      const fields = {
        ...flags(options),
        component_filter: asJson(options.component),
        project_name: options.name,
        project_description: options.description,
        project_visibility: options.visibility,
      }
      const body = await sendFile(session, { path, fields })
      const asked = { body, asJob: options.job === true }
      await finish(session, await session.rest.ask('POST', '/projects/create_from_backup', asked), options)
    })
}

function addSheets(parent: Command): void {
  jobOptions(leaf(parent, 'component', 'Create a component from a spreadsheet (CSV, XLSX)'))
    .argument('<project>', 'id of the project', id)
    .argument('<file>', 'the spreadsheet')
    .requiredOption('--name <name>', 'name of the component')
    .option('--title <title>', 'its title')
    .option('--prefix <prefix>', 'its prefix, where the sheet does not tell')
    .option('--srg <id>', 'the SRG it rests on; without it, the one that the sheet names', id)
    .option('--version <n>', 'its version', count)
    .option('--release <n>', 'its release', count)
    .action(async (project, path, options) => {
      const session = await signedIn(options)
      const srg = options.srg ?? (await detected(session, path))['id']
      if (typeof srg !== 'number') throw new Failure(EXIT.usage, 'Name the SRG with --srg.')
      const fields = {
        'component[name]': options.name,
        'component[title]': options.title ?? options.name,
        'component[prefix]': options.prefix,
        'component[security_requirements_guide_id]': String(srg),
        'component[version]': options.version?.toString(),
        'component[release]': options.release?.toString(),
      }
      const body = await sendFile(session, { path, field: 'component[file]', fields })
      const asked = { body, asJob: options.job === true }
      await finish(session, await session.rest.ask('POST', `/projects/${project}/components`, asked), options)
    })
  leaf(parent, 'detect', 'Say which SRG of the catalog a spreadsheet is of')
    .argument('<file>', 'the spreadsheet')
    .action(async (path, options) => {
      const session = await signedIn(options)
      const found = await detected(session, path)
      session.out.document(found, wordsOf(found))
    })
  jobOptions(leaf(parent, 'sheet', 'Update the requirements of a component from an edited spreadsheet'))
    .argument('<component>', 'id of the component', id)
    .argument('<file>', 'the spreadsheet (CSV, XLSX)')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--preview-token <token>', 'apply just what an earlier --dry-run showed')
    .action(async (component, path, options) => {
      const session = await signedIn(options)
      const shown = options.previewToken === undefined ? await preview(session, component, path) : null
      if (options.dryRun) return session.out.document(shown, wordsOf(shown ?? {}))
      const token = options.previewToken ?? shown?.['preview_token']
      const fields = { preview_token: typeof token === 'string' ? token : undefined }
      const body = await sendFile(session, { path, fields })
      const asked = { body, asJob: options.job === true }
      const address = `/components/${component}/apply_spreadsheet_update`
      await finish(session, await session.rest.ask('PATCH', address, asked), options)
    })
}

async function detected(session: Session, path: string): Promise<Record<string, unknown>> {
  const body = await sendFile(session, { path })
  return session.rest.read('POST', '/components/detect_srg', { body })
}

async function preview(session: Session, component: number, path: string): Promise<Record<string, unknown>> {
  const body = await sendFile(session, { path })
  return session.rest.read('POST', `/components/${component}/preview_spreadsheet_update`, { body })
}

interface ArchiveOptions {
  dryRun?: true | undefined
  reviews?: boolean | undefined
  memberships?: true | undefined
}

function archived(command: Leaf) {
  return jobOptions(command)
    .option('--dry-run', 'show what would come in, and change nothing')
    .option('--no-reviews', 'leave the comments out')
    .option('--memberships', 'take the members over too, matched by their addresses')
}

function flags({ dryRun, reviews, memberships }: ArchiveOptions) {
  return {
    dry_run: dryRun === true,
    include_reviews: reviews !== false,
    include_memberships: memberships === true,
  }
}

function filter(text: string, before: Record<string, string> | undefined): Record<string, string> {
  const [name = '', renamed = name] = text.split('=', 2)
  return { ...before, [name]: renamed }
}

function asJson(given: Record<string, string> | undefined): string | undefined {
  return isObject(given) ? JSON.stringify(given) : undefined
}
