import type { Command } from '@commander-js/extra-typings'
import { addArchives } from './import-archives.ts'
import { addRows } from './import-rows.ts'
import { addSheets } from './import-sheets.ts'

export function addImport(program: Command): void {
  const parent = program.command('import').description('Import files')
  addArchives(parent)
  addSheets(parent)
  addRows(parent)
}
