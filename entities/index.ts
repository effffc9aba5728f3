import { AccessToken } from './access-token.ts'
import { AdditionalAnswer } from './rule.ts'
import { AdditionalQuestion } from './additional-question.ts'
import { AddressFailures } from './address-failures.ts'
import { AuditEntry } from './audit-entry.ts'
import { BackgroundTurn } from './background-turn.ts'
import { BulkUpdate } from './bulk-update.ts'
import { BuriedTally } from './buried-tally.ts'
import { CommentSignature } from './comment-signature.ts'
import { CommentTally } from './comment-tally.ts'
import { ComponentSource } from './component-source.ts'
import { Component } from './component.ts'
import { DigestItem } from './digest-item.ts'
import { DisaDescription } from './rule.ts'
import { DomainEvent } from './domain-event.ts'
import { EventCursor } from './event-cursor.ts'
import { IdempotencyKey } from './idempotency-key.ts'
import { Identity } from './identity.ts'
import { JobChunk } from './job-chunk.ts'
import { Job } from './job.ts'
import { Membership } from './membership.ts'
import { NotificationPreference } from './notification-preference.ts'
import { OutboxMessage } from './outbox-message.ts'
import { ProjectAccessRequest } from './project-access-request.ts'
import { Project } from './project.ts'
import { RateCounter } from './rate-counter.ts'
import { Reaction } from './reaction.ts'
import { Relocation } from './relocation.ts'
import { ResponseTemplate } from './response-template.ts'
import { Review } from './review.ts'
import { RuleCheck } from './rule.ts'
import { RuleDescription } from './rule.ts'
import { RuleReference } from './rule.ts'
import { RuleTally } from './rule-tally.ts'
import { RuleWords } from './rule-words.ts'
import { Rule } from './rule.ts'
import { Satisfaction } from './satisfaction.ts'
import { SearchAbbreviation } from './search-abbreviation.ts'
import { Session } from './session.ts'
import { SrgDocument } from './srg-document.ts'
import { SrgRuleWords } from './srg-rule-words.ts'
import { StaleWords } from './stale-words.ts'
import { SrgRule } from './srg-rule.ts'
import { Srg } from './component.ts'
import { StigDocument } from './stig-document.ts'
import { StigRuleWords } from './stig-rule-words.ts'
import { StigRule } from './stig-rule.ts'
import { Stig } from './stig.ts'
import { User } from './user.ts'

export { REFERENCE_FIELDS, type ReferenceData } from './columns.ts'
export * from './access-token.ts'
export * from './address-failures.ts'
export * from './rule.ts'
export * from './additional-question.ts'
export * from './audit-entry.ts'
export * from './background-turn.ts'
export * from './bulk-update.ts'
export * from './buried-tally.ts'
export * from './comment-signature.ts'
export * from './comment-tally.ts'
export * from './component-source.ts'
export * from './component.ts'
export * from './digest-item.ts'
export * from './domain-event.ts'
export * from './event-cursor.ts'
export * from './idempotency-key.ts'
export * from './identity.ts'
export * from './job-chunk.ts'
export * from './job.ts'
export * from './membership.ts'
export * from './notification-preference.ts'
export * from './outbox-message.ts'
export * from './project-access-request.ts'
export * from './project.ts'
export * from './rate-counter.ts'
export * from './reaction.ts'
export * from './relocation.ts'
export * from './response-template.ts'
export * from './review.ts'
export * from './rule-tally.ts'
export * from './rule-words.ts'
export * from './satisfaction.ts'
export * from './search-abbreviation.ts'
export * from './session.ts'
export * from './srg-document.ts'
export * from './srg-rule-words.ts'
export * from './stale-words.ts'
export * from './srg-rule.ts'
export * from './stig-document.ts'
export * from './stig-rule-words.ts'
export * from './stig-rule.ts'
export * from './stig.ts'
export * from './user.ts'

/** Every entity of the service: what the ORM discovers. */
export const entities = [
  AccessToken,
  AddressFailures,
  AdditionalAnswer,
  AdditionalQuestion,
  AuditEntry,
  BackgroundTurn,
  BulkUpdate,
  BuriedTally,
  CommentSignature,
  CommentTally,
  ComponentSource,
  Component,
  DigestItem,
  DisaDescription,
  DomainEvent,
  EventCursor,
  IdempotencyKey,
  Identity,
  JobChunk,
  Job,
  Membership,
  NotificationPreference,
  OutboxMessage,
  ProjectAccessRequest,
  Project,
  RateCounter,
  Reaction,
  Relocation,
  ResponseTemplate,
  Review,
  RuleCheck,
  RuleDescription,
  RuleReference,
  RuleTally,
  RuleWords,
  Rule,
  Satisfaction,
  SearchAbbreviation,
  Session,
  SrgDocument,
  SrgRuleWords,
  StaleWords,
  SrgRule,
  Srg,
  StigDocument,
  StigRuleWords,
  StigRule,
  Stig,
  User,
] as const
