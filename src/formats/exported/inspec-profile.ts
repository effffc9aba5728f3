import { NOT_YET_DETERMINED } from '../../vocabulary.ts'
import { type InspecSource, writeInspecStub } from '../inspec/inspec-control.ts'
import type { ZipEntry } from '../zip.ts'
import { toPortablePath, toSlug, createUniqueNames } from './file-names.ts'
import { type ProfileFile, RubyFiles } from './ruby-files.ts'
import type { ExportedComponent, ExportedRule } from './types.ts'

/** An exported control, and whether its code was exported as comments. */
interface WrittenControl {
  text: string
  /** `__END__` and what follows it, which must be the end of the file. */
  data: string
  isCommented: boolean
}

/** Controls per batch. */
const BATCH = 50

/**
 * Writes an InSpec profile: imported files, and one file per other control (rule C-51), with inherited check and fix
 * (rule C-42). `folder` is empty or ends in a slash. `WARNINGS.txt` lists code that is not Ruby.
 */
export async function* streamInspecProfile(
  component: ExportedComponent,
  rules: AsyncIterable<ExportedRule>,
  {
    write,
    files = [],
    folder = '',
  }: {
    write: (sources: InspecSource[]) => Promise<WrittenControl[]>
    files?: readonly ProfileFile[]
    folder?: string
  },
): AsyncGenerator<ZipEntry> {
  const unique = createUniqueNames()
  const commented = new CommentedControls()
  const entry = (path: string, content: string | Uint8Array, numbers: readonly string[] = []): ZipEntry => {
    const name = unique(toPortablePath(path))
    for (const number of numbers) commented.addFile(number, name)
    return { name: `${folder}${name}`, content }
  }
  if (!files.some(({ path }) => path === 'inspec.yml')) {
    yield entry('inspec.yml', describeProfile(component))
  }
  for (const { path, content } of files) if (content !== null) yield entry(path, content)
  const rubyFiles = new RubyFiles(files)
  for await (const batch of readBatches(rules)) {
    const controls = await write(batch.filter(isDetermined).map(toInspecSource))
    const writtenControls = controls.values()
    for (const rule of batch) {
      const control = isDetermined(rule) ? writtenControls.next().value : undefined
      if (control?.isCommented) commented.add(rule)
      const { text, data } = control ?? { text: writeInspecStub(rule.displayedName, rule.title), data: '' }
      if (rubyFiles.insert(rule.number, { text, data })) continue
      yield entry(`controls/${rule.displayedName}.rb`, `${text}${data}`, [rule.number])
    }
  }
  for (const { path, content, numbers } of rubyFiles.fillFiles()) yield entry(path, content, numbers)
  const warnings = commented.format()
  if (warnings !== '') yield entry('WARNINGS.txt', warnings)
}

/** Controls whose code was written as comments, with the paths of their files in the profile. */
class CommentedControls {
  readonly #controls = new Map<string, { name: string; paths: string[] }>()

  add({ number, displayedName }: ExportedRule): void {
    this.#controls.set(number, { name: displayedName, paths: [] })
  }

  /** Adds the path of a file with the control of this requirement, if it was written as comments. */
  addFile(number: string, path: string): void {
    this.#controls.get(number)?.paths.push(path)
  }

  /** A line for each file of each control; empty without controls. */
  format(): string {
    const lines = Array.from(this.#controls.values()).flatMap(({ name, paths }) =>
      paths.map((path) => `${path}: the InSpec code of ${name} is not Ruby and is written as comments.\n`),
    )
    return lines.join('')
  }
}

async function* readBatches(rules: AsyncIterable<ExportedRule>): AsyncGenerator<ExportedRule[]> {
  let batch: ExportedRule[] = []
  for await (const rule of rules) {
    batch.push(rule)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const isDetermined = ({ status }: ExportedRule): boolean => status !== NOT_YET_DETERMINED

/** The `inspec.yml` of a component. */
export function describeProfile(component: ExportedComponent): string {
  const { name, title, adminName, adminEmail, version, release } = component
  const authors = adminName?.trim() || 'The Authors'
  const lines: [string, string][] = [
    ['name', toSlug(name)],
    ['title', title],
    ['maintainer', authors],
    ['copyright', authors],
    ...(adminEmail?.trim() ? [['copyright_email', adminEmail.trim()] as [string, string]] : []),
    ['license', 'Apache-2.0'],
    ['summary', component.description?.trim() || title],
    ['version', `${version ?? 0}.${release ?? 0}.0`],
    ['inspec_version', '>= 6.0'],
  ]
  return lines.map(([key, value]) => `${key}: ${toYamlText(value)}\n`).join('')
}

/** Formats a double-quoted YAML string: JSON with all control characters escaped. */
export function toYamlText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function toInspecSource(rule: ExportedRule): InspecSource {
  const { vuln_discussion: discussion, documentable: _, poam: _poam, ...texts } = rule.texts
  return {
    displayedName: rule.displayedName,
    title: rule.title,
    severity: rule.severity,
    version: rule.version,
    ident: rule.ident,
    discussion,
    check: rule.effectiveCheck,
    fix: rule.effectiveFix,
    texts,
    satisfied: rule.satisfied,
    body: rule.inspecBody,
  }
}
