import { invalid } from '../errors.ts'
import type { InspecControl } from '../formats/texts/inspec-reader.ts'
import { markdownRequirement, type MarkdownRequirement } from '../formats/texts/markdown-reader.ts'
import { readReqif } from '../formats/texts/reqif-reader.ts'
import { reqifRequirement, type ReqifRequirement } from '../formats/texts/reqif-requirements.ts'
import { MAX_TEXTS_BYTES, readTexts } from '../formats/texts/text-archive.ts'
import type { ByteSource } from './spool/spooled-file.ts'

export interface GivenTexts {
  filename: string
  content: ByteSource
}

/** Controls of one profile: no component has as many requirements. */
const MOST_CONTROLS = 20_000

/** The controls of an InSpec profile, or of a file of it. Throws 422 naming the file for what has none. */
export async function readInspecFile({ filename, content }: GivenTexts): Promise<InspecControl[]> {
  const wanted = (path: string) => /\.rb$/i.test(path) && !/(^|\/)(libraries|spec|test|vendor)\//.test(path)
  const files = await readTexts(filename, content, { ending: '.rb', wanted })
  // The parser of Ruby is large, and other work of the thread needs none.
  const { inspecControls } = await import('../formats/texts/inspec-reader.ts')
  const controls = await inspecControls(files)
  const file = `The file ${filename.slice(0, 255)}`
  if (controls.length === 0) throw invalid('inspec.no_controls', 'file', `${file} has no control.`)
  if (controls.length > MOST_CONTROLS)
    throw invalid('inspec.no_controls', 'file', `${file} has more than ${MOST_CONTROLS} controls.`)
  return controls
}

/** The requirements of a folder of Markdown, or of one file of it. Throws 422 naming the file for what has none. */
export async function readMarkdownFile({ filename, content }: GivenTexts): Promise<MarkdownRequirement[]> {
  const wanted = (path: string) => /(^|\/)requirements\/[^/]+\.md$/i.test(path)
  const files = await readTexts(filename, content, { ending: '.md', wanted })
  if (files.length > 0) return files.map(markdownRequirement)
  const shown = filename.slice(0, 255)
  throw invalid('markdown.no_requirements', 'file', `The file ${shown} has no file under requirements/.`)
}

/** What ReqIF files say: their requirements, and the title and time of the first. */
export interface ReqifFile {
  title: string | null
  created: Date | null
  requirements: ReqifRequirement[]
}

/** The requirements of a ReqIF file, packed or not. Throws 422 naming the file for what has none. */
export async function readReqifFile(given: GivenTexts): Promise<ReqifRequirement[]> {
  return (await readReqifDocument(given)).requirements
}

/** The same with what the file says of itself. */
export async function readReqifDocument({ filename, content }: GivenTexts): Promise<ReqifFile> {
  const wanted = (path: string) => /\.reqif$/i.test(path)
  const files = await readTexts(filename, content, { ending: '.reqif', wanted, longest: MAX_TEXTS_BYTES })
  const documents = files.map(({ path, text }) => readReqif(path, text))
  const requirements = documents
    .flatMap(({ objects }) => objects)
    .flatMap((one) => reqifRequirement(one) ?? [])
  const { title = null, created = null } = documents[0] ?? {}
  if (requirements.length > 0) return { title, created, requirements }
  throw invalid('reqif.no_requirements', 'file', `The file ${filename.slice(0, 255)} has no requirement.`)
}
