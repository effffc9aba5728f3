import { t } from '../../languages/t.ts'

/** The operations that can run as jobs. */
const LABELS = new Map([
  ['audits.export', t('Export of the audit trail')],
  ['components.applySpreadsheetUpdate', t('Update from a spreadsheet')],
  ['components.bulkExport', t('Export of released components')],
  ['components.create', t('New component from a spreadsheet')],
  ['components.export', t('Export of a component')],
  ['components.importCommentSheets', t('Import of comment sheets')],
  ['components.importDisposition', t('Import of a disposition matrix')],
  ['components.importInspec', t('Import of an InSpec profile')],
  ['components.importMarkdown', t('Import of a Markdown folder')],
  ['components.importReqif', t('Import of a ReqIF document')],
  ['guides.upload', t('Upload of guides')],
  ['projects.createFromBackup', t('Project from a backup')],
  ['projects.export', t('Export of a project')],
  ['projects.importBackup', t('Import of a backup')],
  ['srgs.export', t('Export of an SRG')],
  ['srgs.upload', t('Upload of SRGs')],
  ['stigs.export', t('Export of a STIG')],
  ['stigs.upload', t('Upload of STIGs')],
])

/** Returns the label of a job's operation. */
export function formatOperation(operation: string): string {
  return LABELS.get(operation) ?? t('Background job')
}
