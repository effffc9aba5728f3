/** All dialogs of the buttons, loaded as one chunk. */
export { default as BackupImport } from './backup-import.tsx'
export { default as CommentSheetsImport } from './comment-sheets-import.tsx'
export { default as ComponentFromSheet } from './component-from-sheet.tsx'
export { default as DispositionImport } from './disposition-import.tsx'
export { default as ExportDialog } from './export-dialog.tsx'
export { default as ExportGuide } from './export-guide.tsx'
export { default as SheetUpdate } from './sheet-update.tsx'
export { default as TextsImport } from './texts-import.tsx'
