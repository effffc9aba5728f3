import type { Command } from '@commander-js/extra-typings'
import { sendAndFinish } from '../service/send-file.ts'
import { openSession } from '../service/session.ts'
import { parseId, addJobOptions, addCommand } from './command.ts'

/** Adds imports that report the result of each row, control or requirement. */
export function addRows(parent: Command): void {
  addReportingCommand(
    parent,
    'disposition',
    'Import decisions and replies from a disposition matrix (CSV, XLSX)',
    '{toast, rows}',
  )
    .argument('<file>', 'the matrix')
    .action((component, path, options) => importFiles('import_disposition', component, [path], options))
  addReportingCommand(
    parent,
    'comment-sheets',
    'Import comments from one or more comment sheets (XLSX)',
    '{toast, rows}',
  )
    .argument('<file...>', 'the sheets')
    .action((component, paths, options) => importFiles('import_comment_sheets', component, paths, options))
  addReportingCommand(
    parent,
    'inspec',
    'Update the check bodies of requirements from an InSpec profile (zip, tar.gz, rb)',
    '{toast, requirements}',
  )
    .argument('<file>', 'the profile')
    .action((component, path, options) => importFiles('import_inspec', component, [path], options))
  addReportingCommand(
    parent,
    'markdown',
    'Update the requirements of a component from its Markdown files (zip, tar.gz, md)',
    '{toast, requirements}',
  )
    .argument('<file>', 'the archive')
    .action((component, path, options) => importFiles('import_markdown', component, [path], options))
  addReportingCommand(
    parent,
    'reqif',
    'Update the requirements of a component from a ReqIF document (reqif, reqifz)',
    '{toast, requirements}',
  )
    .argument('<file>', 'the document')
    .option('--create', 'create requirements that do not exist yet (requires project admin)')
    .action((component, path, { create, ...options }) =>
      importFiles('import_reqif', component, [path], options, { create }),
    )
}

function addReportingCommand(parent: Command, name: string, description: string, json: string) {
  return addJobOptions(addCommand(parent, name, description, json))
    .argument('<component>', 'id of the component', parseId)
    .option('--dry-run', 'show what would change, without changing anything')
}

type Options = Parameters<typeof openSession>[0] &
  Parameters<typeof sendAndFinish>[4] & { dryRun?: true | undefined }

async function importFiles(
  operation: string,
  component: number,
  paths: string[],
  options: Options,
  more: Record<string, boolean | undefined> = {},
): Promise<void> {
  const session = await openSession(options)
  const fields = { ...more, dry_run: options.dryRun === true }
  await sendAndFinish(session, 'POST', `/components/${component}/${operation}`, { paths, fields }, options)
}
