import { z } from 'zod'
import { validationError } from '../../errors.ts'
import {
  CLOSED_REASONS,
  COMMENT_PHASES,
  DOCUMENT_TYPES,
  POLICY_CODES,
  PROJECT_ROLES,
  QUESTION_TYPES,
  VISIBILITIES,
  type ClosedReason,
  type CommentPhase,
} from '../../vocabulary.ts'
import { COMPONENT_METADATA, readMetadata, PROJECT_METADATA } from './metadata.ts'
import {
  count,
  flag,
  instant,
  optionalList,
  requiredText,
  storableText,
  formatIssue,
  text,
} from './values.ts'

/** Supported archive versions; exports use the last one. */
export const READ_VERSIONS = ['1.0', '1.1'] as const
export const WRITTEN_VERSION = '1.1'

/** Maximum guides in an archive, and releases that its requirements may name. */
export const MAX_GUIDES = 1000

const SHORT = 255

/** Receives a warning for everything that is skipped. */
type WarningReporter = (message: string) => void

const Source = z.object({ srg_id: requiredText(SHORT), title: text(1000), version: text(SHORT) })
export type Source = z.infer<typeof Source>

const Manifest = z.object({
  backup_format_version: z.union([z.string(), z.number().transform(String)]),
  exported_at: text(SHORT),
  components: z.array(z.looseObject({ name: text(1000) })).min(1),
  srgs: optionalList(
    z.object({ srg_id: requiredText(SHORT), title: text(1000), version: text(SHORT), filename: text(500) }),
    MAX_GUIDES,
  ),
})
export type Manifest = z.infer<typeof Manifest>

const MEMBERS = 10_000

const ProjectFile = z.object({
  name: text(1000),
  description: text(20_000),
  visibility: z.enum(VISIBILITIES).nullish().catch(null),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  memberships: optionalList(
    z.object({
      email: text(SHORT),
      name: text(SHORT),
      role: z.enum(PROJECT_ROLES).nullish().catch(null),
    }),
    MEMBERS,
  ),
})
export type ProjectFile = z.infer<typeof ProjectFile> & { metadata: Record<string, string> }

const PREFIX = /^[A-Z0-9_]{4}-[A-Z0-9_]{2}$/

/** Text limits of a component. */
export interface ComponentLimits {
  componentName: number
  componentTitle: number
  componentDescription: number
  shortString: number
}

const OverlayParent = z
  .object({ name: text(SHORT), prefix: text(SHORT), project_name: text(SHORT) })
  .nullish()
  .transform((parent) => parent ?? null)

const ReadinessPolicy = z
  .object({ lock: z.array(z.enum(POLICY_CODES)), release: z.array(z.enum(POLICY_CODES)) })
  .nullish()
  .catch(null)
  .transform((policy) => policy ?? null)

const AdditionalQuestion = z.object({
  name: requiredText(SHORT),
  question_type: z
    .enum(QUESTION_TYPES, { error: `must be one of ${QUESTION_TYPES.join(', ')}` })
    .nullish()
    .transform((type) => type ?? 'freeform'),
  options: optionalList(z.union([storableText(1000), z.number().transform(String)]), 1000),
})

function createComponentShape(limits: ComponentLimits) {
  return z.object({
    name: requiredText(limits.componentName),
    prefix: requiredText(10)
      .transform((value) => value.toUpperCase())
      .refine((value) => PREFIX.test(value), { error: 'must look like ABCD-01' }),
    version: count,
    release: count,
    title: text(limits.componentTitle),
    description: text(limits.componentDescription),
    released: flag,
    released_at: instant,
    admin_name: text(limits.shortString),
    admin_email: text(limits.shortString),
    advanced_fields: flag,
    document_type: z
      .enum(DOCUMENT_TYPES, { error: 'must be stig or srg' })
      .nullish()
      .transform((type) => type ?? 'stig'),
    comment_phase: text(SHORT),
    closed_reason: text(SHORT),
    comment_period_starts_at: instant,
    comment_period_ends_at: instant,
    created_at: instant,
    updated_at: instant,
    next_rule_number: count,
    next_minted_sequence: count,
    based_on: Source.nullish().transform((source) => source ?? null),
    source_srgs: optionalList(Source, 100),
    overlay_parent: OverlayParent,
    metadata: z.record(z.string(), z.unknown()).nullish(),
    readiness_policy: ReadinessPolicy,
    additional_questions: optionalList(AdditionalQuestion, 1000),
  })
}
export type ComponentFile = z.infer<ReturnType<typeof createComponentShape>> & {
  metadata: Record<string, string>
}

/**
 * Parses the manifest. Throws 422 if it is invalid, has another format version, or names no components, in this order.
 */
export function parseManifest(value: unknown): Manifest {
  const versioned = z.object({ backup_format_version: z.unknown().optional() }).safeParse(value)
  if (!versioned.success) throw createRefusal('manifest.json', 'must be an object')
  const formatVersion = versioned.data.backup_format_version
  const version =
    typeof formatVersion === 'string' || typeof formatVersion === 'number' ? String(formatVersion) : 'none'
  if (!READ_VERSIONS.some((known) => known === version)) {
    const known = READ_VERSIONS.join(' and ')
    const message = `The archive has the backup format version ${version.slice(0, 40)}; ${known} can be read.`
    throw validationError('archive.version', 'file', message)
  }
  const { data, error } = Manifest.safeParse(value)
  if (data) return data
  const [issue] = error.issues
  const ofComponents = issue?.path[0] === 'components' && issue.path.length === 1
  throw createRefusal(
    'manifest.json',
    ofComponents ? 'components must name at least one component' : formatIssue(error),
  )
}

/** Parses the project. Skips invalid optional values with a warning. */
export function parseProject(value: unknown, warn: WarningReporter): ProjectFile {
  const { data, error } = ProjectFile.safeParse(value ?? {})
  if (!data) throw createRefusal('project.json', formatIssue(error))
  const metadata = readMetadata(data.metadata, PROJECT_METADATA, (message) =>
    warn(`project.json: ${message}`),
  )
  return { ...data, metadata }
}

/** Parses a component without its comments. Throws 422 with file and member. */
export function parseComponent(
  file: string,
  value: unknown,
  limits: ComponentLimits,
  warn: WarningReporter,
): ComponentFile {
  const { data, error } = createComponentShape(limits).safeParse(value)
  if (!data) throw createRefusal(file, formatIssue(error))
  const window = { starts: data.comment_period_starts_at, ends: data.comment_period_ends_at }
  if (window.starts && window.ends && Date.parse(window.ends) < Date.parse(window.starts)) {
    throw createRefusal(file, 'comment_period_ends_at must not be before comment_period_starts_at')
  }
  const names = data.additional_questions.map(({ name }) => name)
  if (new Set(names).size < names.length) {
    throw createRefusal(file, 'additional_questions must not have a name twice')
  }
  const metadata = readMetadata(data.metadata, COMPONENT_METADATA, (message) => warn(`${file}: ${message}`))
  return { ...data, metadata }
}

/** Converts phases and reasons of older producers (rule C-84). */
export function toPhase(
  phase: string | null,
  reason: string | null,
): { phase: CommentPhase; reason: ClosedReason | null } {
  if (phase === 'adjudication') return { phase: 'closed', reason: 'adjudicating' }
  if (phase === 'final') return { phase: 'closed', reason: 'finalized' }
  const known = COMMENT_PHASES.find((item) => item === phase) ?? 'open'
  const closed = CLOSED_REASONS.find((item) => item === reason) ?? null
  return { phase: known, reason: known === 'closed' ? closed : null }
}

function createRefusal(file: string, problem: string) {
  return validationError('archive.invalid', 'file', `The entry ${file}: ${problem}.`)
}
