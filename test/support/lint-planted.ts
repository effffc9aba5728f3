import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Diagnostic {
  code: string
  filename: string
  labels: { span: { line: number } }[]
}

/** Lints files in a temporary folder with the project's rules; returns the reports of one rule as `file:line`. */
export function lintPlanted(
  rule: string,
  files: readonly (readonly [path: string, text: string])[],
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  try {
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    cpSync(join(root, 'lint'), join(folder, 'lint'), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const places = listDiagnostics(folder)
      .filter(({ code }) => code.includes(rule))
      .map(({ filename, labels }) => `${filename.replace(/^\.\//, '')}:${labels[0]?.span.line}`)
    return [...new Set(places)].toSorted()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function listDiagnostics(folder: string): Diagnostic[] {
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  try {
    return JSON.parse(execFileSync(oxlint, ['--format=json', '.'], { cwd: folder, encoding: 'utf8' }))
      .diagnostics
  } catch (error) {
    return JSON.parse(String(Object(error).stdout)).diagnostics
  }
}
