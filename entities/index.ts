import { AccessToken } from './access-token.ts'
import { AdditionalQuestion } from './additional-question.ts'
import { AuditEntry } from './audit-entry.ts'
import { BackgroundLease } from './background-lease.ts'
import { BulkUpdate } from './bulk-update.ts'
import { CciDefinition } from './cci-definition.ts'
import { CommentCountDelta } from './comment-count-delta.ts'
import { CommentSignature } from './comment-signature.ts'
import { ComponentRebase } from './component-rebase.ts'
import { ComponentSource } from './component-source.ts'
import { Component, Srg } from './component.ts'
import { ControlText } from './control-text.ts'
import { DeletedRuleCount } from './deleted-rule-count.ts'
import { DigestItem } from './digest-item.ts'
import { DomainEvent } from './domain-event.ts'
import { EventCursor } from './event-cursor.ts'
import { FailedSignIns } from './failed-sign-ins.ts'
import { IdempotencyKey } from './idempotency-key.ts'
import { Identity } from './identity.ts'
import { InspecProfileFile } from './inspec-profile-file.ts'
import { JobChunk } from './job-chunk.ts'
import { Job } from './job.ts'
import { Membership } from './membership.ts'
import { NotificationPreference } from './notification-preference.ts'
import { OutboxMessage } from './outbox-message.ts'
import { Presence } from './presence.ts'
import { ProjectAccessRequest } from './project-access-request.ts'
import { ProjectInvitation } from './project-invitation.ts'
import { Project } from './project.ts'
import { RateLimitCounter } from './rate-limit-counter.ts'
import { Reaction } from './reaction.ts'
import { ReferenceDocument } from './reference-document.ts'
import { Relocation } from './relocation.ts'
import { RequestedReviewer } from './requested-reviewer.ts'
import { ResponseTemplate } from './response-template.ts'
import { Review } from './review.ts'
import { RuleCountDelta } from './rule-count-delta.ts'
import { RuleSearchEntry } from './rule-search-entry.ts'
import { AdditionalAnswer, DisaDescription, RuleCheck, RuleDescription, RuleReference, Rule } from './rule.ts'
import { Satisfaction } from './satisfaction.ts'
import { SavedFilter } from './saved-filter.ts'
import { SearchAbbreviation } from './search-abbreviation.ts'
import { SearchReindexEntry } from './search-reindex-entry.ts'
import { Session } from './session.ts'
import { SrgDocument } from './srg-document.ts'
import { SrgRuleSearchEntry } from './srg-rule-search-entry.ts'
import { SrgRule } from './srg-rule.ts'
import { StigDocument } from './stig-document.ts'
import { StigRuleSearchEntry } from './stig-rule-search-entry.ts'
import { StigRule } from './stig-rule.ts'
import { Stig } from './stig.ts'
import { User } from './user.ts'
import { Watch } from './watch.ts'

export * from './access-token.ts'
export * from './failed-sign-ins.ts'
export * from './rule.ts'
export * from './additional-question.ts'
export * from './audit-entry.ts'
export * from './background-lease.ts'
export * from './bulk-update.ts'
export * from './cci-definition.ts'
export * from './control-text.ts'
export * from './deleted-rule-count.ts'
export * from './comment-signature.ts'
export * from './comment-count-delta.ts'
export * from './component-rebase.ts'
export * from './component-source.ts'
export * from './component.ts'
export * from './digest-item.ts'
export * from './domain-event.ts'
export * from './event-cursor.ts'
export * from './idempotency-key.ts'
export * from './identity.ts'
export * from './inspec-profile-file.ts'
export * from './job-chunk.ts'
export * from './job.ts'
export * from './membership.ts'
export * from './notification-preference.ts'
export * from './outbox-message.ts'
export * from './presence.ts'
export * from './project-access-request.ts'
export * from './project-invitation.ts'
export * from './project.ts'
export * from './rate-limit-counter.ts'
export * from './reaction.ts'
export * from './reference-document.ts'
export * from './relocation.ts'
export * from './requested-reviewer.ts'
export * from './response-template.ts'
export * from './review.ts'
export * from './rule-count-delta.ts'
export * from './rule-search-entry.ts'
export * from './satisfaction.ts'
export * from './saved-filter.ts'
export * from './search-abbreviation.ts'
export * from './session.ts'
export * from './srg-document.ts'
export * from './srg-rule-search-entry.ts'
export * from './search-reindex-entry.ts'
export * from './srg-rule.ts'
export * from './stig-document.ts'
export * from './stig-rule-search-entry.ts'
export * from './stig-rule.ts'
export * from './stig.ts'
export * from './user.ts'
export * from './watch.ts'

/** All entities that the ORM discovers. */
export const entities = [
  AccessToken,
  FailedSignIns,
  AdditionalAnswer,
  AdditionalQuestion,
  AuditEntry,
  BackgroundLease,
  BulkUpdate,
  CciDefinition,
  DeletedRuleCount,
  CommentSignature,
  CommentCountDelta,
  ComponentRebase,
  ComponentSource,
  Component,
  ControlText,
  DigestItem,
  DisaDescription,
  DomainEvent,
  EventCursor,
  IdempotencyKey,
  Identity,
  InspecProfileFile,
  JobChunk,
  Job,
  Membership,
  NotificationPreference,
  OutboxMessage,
  Presence,
  ProjectAccessRequest,
  ProjectInvitation,
  Project,
  RateLimitCounter,
  Reaction,
  ReferenceDocument,
  Relocation,
  RequestedReviewer,
  ResponseTemplate,
  Review,
  RuleCheck,
  RuleDescription,
  RuleReference,
  RuleCountDelta,
  RuleSearchEntry,
  Rule,
  Satisfaction,
  SavedFilter,
  SearchAbbreviation,
  Session,
  SrgDocument,
  SrgRuleSearchEntry,
  SearchReindexEntry,
  SrgRule,
  Srg,
  StigDocument,
  StigRuleSearchEntry,
  StigRule,
  Stig,
  User,
  Watch,
] as const
