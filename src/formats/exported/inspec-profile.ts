import { NOT_YET_DETERMINED } from '../../vocabulary.ts'
import { inspecControl, inspecStub } from '../inspec-control.ts'
import type { ZipEntry } from '../zip.ts'
import { slug } from './file-names.ts'
import type { ExportedComponent, ExportedRule } from './types.ts'

/**
 * An InSpec profile: its description, and one file per control (rule C-51), whose check and fix are read as histories and
 * sheets read them (rule C-42). `folder` is empty or ends in a slash.
 */
export async function* inspecProfile(
  component: ExportedComponent,
  rules: AsyncIterable<ExportedRule>,
  folder = '',
): AsyncGenerator<ZipEntry> {
  yield { name: `${folder}inspec.yml`, content: description(component) }
  for await (const rule of rules) {
    yield { name: `${folder}controls/${rule.displayedName}.rb`, content: control(rule) }
  }
}

function description(component: ExportedComponent): string {
  const { name, title, adminName, adminEmail, version, release } = component
  const authors = adminName?.trim() || 'The Authors'
  const lines: [string, string][] = [
    ['name', slug(name)],
    ['title', title],
    ['maintainer', authors],
    ['copyright', authors],
    ...(adminEmail?.trim() ? [['copyright_email', adminEmail.trim()] as [string, string]] : []),
    ['license', 'Apache-2.0'],
    ['summary', component.description?.trim() || title],
    ['version', `${version ?? 0}.${release ?? 0}.0`],
    ['inspec_version', '>= 6.0'],
  ]
  return lines.map(([key, value]) => `${key}: ${yamlText(value)}\n`).join('')
}

/** A double-quoted YAML text: JSON's, with every control character as an escape. */
export function yamlText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function control(rule: ExportedRule): string {
  if (rule.status === NOT_YET_DETERMINED) return inspecStub(rule.displayedName, rule.title)
  const { vuln_discussion: discussion, documentable: _, poam: _poam, ...texts } = rule.texts
  return inspecControl({
    displayedName: rule.displayedName,
    title: rule.title,
    severity: rule.severity,
    version: rule.version,
    ident: rule.ident,
    discussion,
    check: rule.readCheck,
    fix: rule.readFix,
    texts,
    satisfied: rule.satisfied,
    body: rule.inspecBody,
  })
}
