import type { Collection, Opt, RequiredEntityData } from '@mikro-orm/core'
import type { ColumnType } from 'kysely'
import type * as e from '../../entities/index.ts'

/** Table name -> entity. */
interface Tables {
  access_tokens: e.AccessToken
  additional_answers: e.AdditionalAnswer
  additional_questions: e.AdditionalQuestion
  failed_sign_ins: e.FailedSignIns
  audit_entries: e.AuditEntry
  background_leases: e.BackgroundLease
  bulk_updates: e.BulkUpdate
  deleted_rule_counts: e.DeletedRuleCount
  cci_definitions: e.CciDefinition
  comment_signatures: e.CommentSignature
  comment_count_deltas: e.CommentCountDelta
  component_rebases: e.ComponentRebase
  component_sources: e.ComponentSource
  components: e.Component
  control_texts: e.ControlText
  digest_items: e.DigestItem
  disa_descriptions: e.DisaDescription
  domain_events: e.DomainEvent
  event_cursors: e.EventCursor
  idempotency_keys: e.IdempotencyKey
  identities: e.Identity
  inspec_profile_files: e.InspecProfileFile
  job_chunks: e.JobChunk
  jobs: e.Job
  memberships: e.Membership
  notification_preferences: e.NotificationPreference
  outbox_messages: e.OutboxMessage
  presences: e.Presence
  project_access_requests: e.ProjectAccessRequest
  project_invitations: e.ProjectInvitation
  projects: e.Project
  rate_limit_counters: e.RateLimitCounter
  reactions: e.Reaction
  reference_documents: e.ReferenceDocument
  requested_reviewers: e.RequestedReviewer
  requirement_relocations: e.Relocation
  response_templates: e.ResponseTemplate
  reviews: e.Review
  rule_checks: e.RuleCheck
  rule_descriptions: e.RuleDescription
  rule_references: e.RuleReference
  rule_count_deltas: e.RuleCountDelta
  rule_search_index: e.RuleSearchEntry
  rules: e.Rule
  satisfactions: e.Satisfaction
  saved_filters: e.SavedFilter
  search_abbreviations: e.SearchAbbreviation
  sessions: e.Session
  srg_documents: e.SrgDocument
  srg_rule_search_index: e.SrgRuleSearchEntry
  srg_rules: e.SrgRule
  srgs: e.Srg
  search_reindex_queue: e.SearchReindexEntry
  stig_documents: e.StigDocument
  stig_rule_search_index: e.StigRuleSearchEntry
  stig_rules: e.StigRule
  stigs: e.Stig
  users: e.User
  watches: e.Watch
}

type SnakeCase<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : ''

type Relation = { id: number }
type ToManyRelation = Collection<object>
/** Methods of the entity are not columns. */
type Method = (...args: never[]) => unknown

type ColumnName<K, V> = K extends string
  ? NonNullable<V> extends ToManyRelation | Method
    ? never
    : NonNullable<V> extends Relation
      ? `${SnakeCase<K>}_id`
      : SnakeCase<K>
  : never

/** Without the ORM's mark for "has a default". */
type WithoutDefaultMark<V> = V extends undefined ? never : V extends Opt<infer T> ? T : V

/** Times are returned as PostgreSQL text, relations as ids, and other values as in the entity. */
type SelectedValue<V> = V extends Date ? string : V extends Relation ? number : V
type WrittenValue<V> = V extends Date ? Date | string : V extends Relation ? number : V

type Column<E, K extends keyof E> =
  K extends OptionalKeys<E>
    ? ColumnType<
        SelectedValue<WithoutDefaultMark<E[K]>>,
        WrittenValue<WithoutDefaultMark<E[K]>> | undefined,
        WrittenValue<WithoutDefaultMark<E[K]>>
      >
    : ColumnType<
        SelectedValue<WithoutDefaultMark<E[K]>>,
        WrittenValue<WithoutDefaultMark<E[K]>>,
        WrittenValue<WithoutDefaultMark<E[K]>>
      >

type RequiredColumns<E> = RequiredEntityData<E>
type OptionalKeys<E> = {
  [K in keyof RequiredColumns<E>]-?: object extends Pick<RequiredColumns<E>, K> ? K : never
}[keyof RequiredColumns<E>]

type Row<E> = { [K in keyof E as ColumnName<K, E[K]>]: Column<E, K> }

/** Every table with its columns in snake_case: the schema of the typed Kysely. */
export type Db = { [T in keyof Tables]: Row<Tables[T]> }
