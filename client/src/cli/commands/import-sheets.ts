import type { Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { sendAndFinish, sendFile } from '../service/send-file.ts'
import { openSession, type Session } from '../service/session.ts'
import { formatAnswer } from '../terminal/answer.ts'
import { parseCount, parseId, addJobOptions, addCommand } from './command.ts'

export function addSheets(parent: Command): void {
  addJobOptions(
    addCommand(
      parent,
      'component',
      'Create a component from a spreadsheet (CSV, XLSX)',
      '{toast, component}',
    ),
  )
    .argument('<project>', 'id of the project', parseId)
    .argument('<file>', 'the spreadsheet')
    .requiredOption('--name <name>', 'name of the component')
    .option('--title <title>', 'its title')
    .option('--srg <id>', 'the SRG that it is based on (default: detected from the sheet)', parseId)
    .option('--version <n>', 'its version', parseCount)
    .option('--release <n>', 'its release', parseCount)
    .action(async (project, path, options) => {
      const session = await openSession(options)
      const srg = options.srg ?? (await detectSrg(session, path))['id']
      if (typeof srg !== 'number') throw new Failure(EXIT.usage, 'Name the SRG with --srg.')
      const fields = {
        'component[name]': options.name,
        'component[title]': options.title ?? options.name,
        'component[security_requirements_guide_id]': String(srg),
        'component[version]': options.version?.toString(),
        'component[release]': options.release?.toString(),
      }
      const upload = { paths: [path], field: 'component[file]', fields }
      await sendAndFinish(session, 'POST', `/projects/${project}/components`, upload, options)
    })
  addCommand(parent, 'detect', 'Detect the SRG of a spreadsheet', '{id, srg_id, title, version}')
    .argument('<file>', 'the spreadsheet')
    .action(async (path, options) => {
      const session = await openSession(options)
      const srg = await detectSrg(session, path)
      session.out.document(srg, formatAnswer(srg))
    })
  addJobOptions(
    addCommand(
      parent,
      'sheet',
      'Update the requirements of a component from an edited spreadsheet',
      '{toast}, with --dry-run {updated, unchanged, skipped_locked, warnings, preview_token}',
    ),
  )
    .argument('<component>', 'id of the component', parseId)
    .argument('<file>', 'the spreadsheet (CSV, XLSX)')
    .option('--dry-run', 'show what would change, without changing anything')
    .option('--preview-token <token>', 'apply exactly what an earlier --dry-run showed')
    .action(async (component, path, options) => {
      const session = await openSession(options)
      const preview =
        options.previewToken === undefined ? await previewUpdate(session, component, path) : null
      if (options.dryRun) return session.out.document(preview, formatAnswer(preview ?? {}))
      const token = options.previewToken ?? preview?.['preview_token']
      const fields = { preview_token: typeof token === 'string' ? token : undefined }
      const address = `/components/${component}/apply_spreadsheet_update`
      await sendAndFinish(session, 'PATCH', address, { paths: [path], fields }, options)
    })
}

async function detectSrg(session: Session, path: string): Promise<Record<string, unknown>> {
  const body = await sendFile(session, { paths: [path] })
  return session.rest.read('POST', '/components/detect_srg', { body })
}

async function previewUpdate(
  session: Session,
  component: number,
  path: string,
): Promise<Record<string, unknown>> {
  const body = await sendFile(session, { paths: [path] })
  return session.rest.read('POST', `/components/${component}/preview_spreadsheet_update`, { body })
}
