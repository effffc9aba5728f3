import { validationError } from '../../errors.ts'
import { type InspecProfile, ProfileFiles } from '../../formats/texts/inspec-profile.ts'
import type { InspecControl } from '../../formats/texts/inspec-reader.ts'
import { readMarkdownRequirement, type MarkdownRequirement } from '../../formats/texts/markdown-reader.ts'
import { readReqif } from '../../formats/texts/reqif-reader.ts'
import {
  describeAttributes,
  type ReqifMapping,
  type ReqifRequirements,
  readReqifRequirements,
} from '../../formats/texts/reqif-requirements.ts'
import { MAX_TEXTS_BYTES, readContent, readTexts } from '../../formats/texts/text-archive.ts'
import { decodeXml } from '../../formats/xccdf/decode.ts'
import type { GuideWarning } from '../../formats/xccdf/warnings.ts'
import type { ByteSource } from '../../lib/temp-files/byte-range.ts'

export interface TextInput {
  filename: string
  content: ByteSource
}

/** The most controls of one profile, more than any component has requirements. */
const MAX_CONTROLS = 20_000

/** An InSpec profile, or a file of one. */
export interface InspecFile {
  controls: InspecControl[]
  /** Null for a file or an archive that is not a complete profile. */
  profile: InspecProfile | null
  warnings: { list: GuideWarning[]; count: number }
}

/** Reads an InSpec profile, or one of its files. Throws 422 with the file name if it has no control. */
export async function readInspecFile({ filename, content }: TextInput): Promise<InspecFile> {
  const isWanted = (path: string) => /\.rb$/i.test(path) && !/(^|\/)(libraries|spec|test|vendor)\//.test(path)
  const profileFiles = new ProfileFiles(filename)
  const read = await readContent(filename, content, {
    ending: '.rb',
    accepts: isWanted,
    others: profileFiles.createSelection(),
  })
  // The parser of Ruby is large, and other work of the thread needs none.
  const { readInspecControls } = await import('../../formats/texts/inspec-reader.ts')
  const { controls, around } = await readInspecControls(read.texts)
  const file = `The file ${filename.slice(0, 255)}`
  if (controls.length === 0) throw validationError('inspec.no_controls', 'file', `${file} has no control.`)
  if (controls.length > MAX_CONTROLS) {
    throw validationError('inspec.no_controls', 'file', `${file} has more than ${MAX_CONTROLS} controls.`)
  }
  const profile = profileFiles.createProfile(read.files, around)
  return { controls, profile, warnings: profileFiles.listWarnings() }
}

/** Reads the requirements of a Markdown folder or file. Throws 422 with the file name if there are none. */
export async function readMarkdownFile({ filename, content }: TextInput): Promise<MarkdownRequirement[]> {
  const isWanted = (path: string) => /(^|\/)requirements\/[^/]+\.md$/i.test(path)
  const files = await readTexts(filename, content, { ending: '.md', accepts: isWanted })
  if (files.length > 0) return files.map(readMarkdownRequirement)
  const shortName = filename.slice(0, 255)
  throw validationError(
    'markdown.no_requirements',
    'file',
    `The file ${shortName} has no file under requirements/.`,
  )
}

/** A ReqIF file with the caller's attribute mapping. */
export interface MappedReqif extends TextInput {
  mapping?: ReqifMapping | undefined
}

/** The content of a ReqIF file, with the title and time of its first document. */
export interface ReqifFile extends ReqifRequirements {
  title: string | null
  created: Date | null
}

/**
 * Reads a ReqIF file, packed or not. Throws 422 with the file name and attributes if it has no requirement, or if the
 * mapping names an attribute that it does not have.
 */
export async function readReqifFile({ filename, content, mapping }: MappedReqif): Promise<ReqifFile> {
  const isWanted = (path: string) => /\.reqif$/i.test(path)
  const files = await readTexts(filename, content, {
    ending: /\.xml$/i.test(filename) ? '.xml' : '.reqif',
    accepts: isWanted,
    longest: MAX_TEXTS_BYTES,
    decode: (bytes) => [...decodeXml(bytes)].join(''),
  })
  const documents = files.map(({ path, text }) => ({ file: path, ...readReqif(path, text) }))
  const result = readReqifRequirements(documents, mapping)
  const { title = null, created = null } = documents[0] ?? {}
  if (result.requirements.length > 0) return { title, created, ...result }
  const names = describeAttributes(result.attributes.map(({ name }) => name))
  const message = `The file ${filename.slice(0, 255)} has no requirement that can be recognized. ${names}`
  throw validationError('reqif.no_requirements', 'file', message)
}
