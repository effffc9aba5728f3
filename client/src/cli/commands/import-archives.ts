import { Option, type Command } from '@commander-js/extra-typings'
import { sendAndFinish } from '../service/send-file.ts'
import { openSession } from '../service/session.ts'
import { parseId, addJobOptions, addCommand } from './command.ts'

export function addArchives(parent: Command): void {
  addArchiveCommand(
    parent,
    'backup',
    'Import the components of a backup archive, also of Vulcan, into a project',
    '{toast, summary, warnings}',
  )
    .argument('<project>', 'id of the project', parseId)
    .argument('<file>', 'the archive (zip)')
    .action(async (project, path, options) => {
      const session = await openSession(options)
      const upload = { paths: [path], fields: toFlags(options) }
      await sendAndFinish(session, 'POST', `/projects/${project}/import_backup`, upload, options)
    })
  addArchiveCommand(
    parent,
    'project',
    'Create a project from a backup archive, also of Vulcan',
    '{toast, project, summary, warnings}, with --dry-run {project_defaults, summary, warnings}',
  )
    .argument('<file>', 'the archive (zip)')
    .option('--name <name>', 'name of the project, instead of the one in the archive')
    .option('--description <text>', 'its description')
    .addOption(
      new Option('--visibility <visibility>', 'who sees it').choices(['hidden', 'discoverable'] as const),
    )
    .action(async (path, options) => {
      const session = await openSession(options)
      const fields = {
        ...toFlags(options),
        project_name: options.name,
        project_description: options.description,
        project_visibility: options.visibility,
      }
      await sendAndFinish(session, 'POST', '/projects/create_from_backup', { paths: [path], fields }, options)
    })
}

interface ArchiveOptions {
  component?: Record<string, string> | undefined
  dryRun?: true | undefined
  reviews?: boolean | undefined
  memberships?: true | undefined
  attributeToAccounts?: true | undefined
}

function addArchiveCommand(parent: Command, name: string, description: string, json: string) {
  return addJobOptions(addCommand(parent, name, description, json))
    .option(
      '--component <name>',
      'only this component of the archive, or name=new name; may be repeated',
      filter,
    )
    .option('--dry-run', 'show what would be imported, without changing anything')
    .option('--no-reviews', 'leave the comments out')
    .option('--memberships', 'invite the members of the archive, whom a project admin confirms')
    .option(
      '--attribute-to-accounts',
      'attribute people to the accounts of their verified addresses (system administrators)',
    )
}

function toFlags({ component, dryRun, reviews, memberships, attributeToAccounts }: ArchiveOptions) {
  return {
    dry_run: dryRun === true,
    include_reviews: reviews !== false,
    include_memberships: memberships === true,
    attribute_to_accounts: attributeToAccounts,
    component_filter: component === undefined ? undefined : JSON.stringify(component),
  }
}

function filter(text: string, before: Record<string, string> | undefined): Record<string, string> {
  const offset = text.indexOf('=')
  const [name, renamed] = offset === -1 ? [text, text] : [text.slice(0, offset), text.slice(offset + 1)]
  return { ...before, [name]: renamed }
}
