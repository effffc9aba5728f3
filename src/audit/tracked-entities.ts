import { AccessToken } from '../../entities/access-token.ts'
import { AdditionalQuestion } from '../../entities/additional-question.ts'
import { Component } from '../../entities/component.ts'
import { Identity } from '../../entities/identity.ts'
import { Membership } from '../../entities/membership.ts'
import { ProjectInvitation } from '../../entities/project-invitation.ts'
import { Project } from '../../entities/project.ts'
import { Reaction } from '../../entities/reaction.ts'
import { Relocation } from '../../entities/relocation.ts'
import {
  CHECK_FIELDS,
  toColumn,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  RULE_FIELDS,
  listFieldsUsed,
} from '../../entities/requirement-fields.ts'
import { Review } from '../../entities/review.ts'
import { AdditionalAnswer, DisaDescription, Rule, RuleCheck, RuleDescription } from '../../entities/rule.ts'
import { User } from '../../entities/user.ts'
import type { Entry } from './entries/entry.ts'

type EntryTarget = Pick<
  Entry,
  | 'auditableId'
  | 'associatedType'
  | 'associatedId'
  | 'projectId'
  | 'componentId'
  | 'ruleId'
  | 'affectedUserId'
  | 'affectedName'
>

/** How a record kind is audited: property -> published field name, and what the record belongs to. */
export interface TrackedEntity {
  type: string
  fields: Record<string, string>
  /** True if creating the record adds an entry; parts are in the entry of their owner. */
  creations: boolean
  /** `owner` returns the record that a deleted part belonged to, by relation name. */
  describe: (record: object, owner: Owner) => EntryTarget
}

type Owner = (relation: string) => object | undefined

function trackEntity<T extends object>(
  entity: new () => T,
  type: string,
  fields: readonly string[],
  describe: (record: T, owner: Owner) => EntryTarget,
  creations = true,
): [object, TrackedEntity] {
  const names = Object.fromEntries(fields.map((property) => [property, toColumn(property)]))
  return [
    entity,
    {
      type,
      fields: names,
      creations,
      describe: (record, owner) => {
        if (!(record instanceof entity)) throw new TypeError(`not a ${type}`)
        return describe(record, owner)
      },
    },
  ]
}

/** Audited fields of a requirement in addition to its content. */
const RULE_STATE = ['locked', 'lockedFields', 'changesRequested', 'deletedAt', 'mintedSequence']

const toRuleTarget = (rule: Rule): EntryTarget => ({
  auditableId: rule.id,
  associatedType: 'Component',
  associatedId: rule.componentId,
  componentId: rule.componentId,
  ruleId: rule.id,
})

const toChildTarget = (child: { id: number; rule: Rule }, owner: Owner): EntryTarget => {
  const before = owner('rule')
  const rule = before instanceof Rule ? before : child.rule
  return {
    auditableId: child.id,
    associatedType: 'BaseRule',
    associatedId: rule.id,
    componentId: rule.componentId,
    ruleId: rule.id,
    affectedName: null,
  }
}

const TRACKED = new Map<unknown, TrackedEntity>([
  trackEntity(User, 'User', ['admin', 'name', 'email', 'provider', 'slackUserId'], (user) => ({
    auditableId: user.id,
    affectedUserId: user.id,
    affectedName: user.name,
  })),
  trackEntity(Identity, 'Identity', ['provider', 'uid', 'email'], (identity) => ({
    auditableId: identity.id,
    associatedType: 'User',
    associatedId: identity.userId,
    affectedUserId: identity.userId,
  })),
  trackEntity(
    AccessToken,
    'AccessToken',
    ['name', 'scopes', 'expiresAt', 'allowedIps', 'revokedAt'],
    (token) => ({
      auditableId: token.id,
      associatedType: 'User',
      associatedId: token.userId,
      affectedUserId: token.userId,
      affectedName: token.name,
    }),
  ),
  trackEntity(Project, 'Project', ['name', 'description', 'visibility', 'metadata'], (project) => ({
    auditableId: project.id,
    projectId: project.id,
    affectedName: project.name,
  })),
  trackEntity(Membership, 'Membership', ['role', 'userId', 'membershipType'], (membership) => ({
    auditableId: membership.id,
    associatedType: membership.membershipType,
    associatedId: membership.projectId ?? membership.componentId ?? null,
    projectId: membership.projectId ?? null,
    componentId: membership.componentId ?? null,
    affectedUserId: membership.userId,
  })),
  trackEntity(ProjectInvitation, 'ProjectInvitation', ['role', 'name'], (invitation) => ({
    auditableId: invitation.id,
    associatedType: 'Project',
    associatedId: invitation.projectId,
    projectId: invitation.projectId,
    affectedName: invitation.name ?? null,
  })),
  trackEntity(
    Component,
    'Component',
    [
      'name',
      'prefix',
      'title',
      'description',
      'version',
      'release',
      'released',
      'documentType',
      'securityRequirementsGuideId',
      'componentId',
      'advancedFields',
      'commentPhase',
      'closedReason',
      'commentPeriodStartsAt',
      'commentPeriodEndsAt',
      'metadata',
    ],
    (component) => ({
      auditableId: component.id,
      associatedType: 'Project',
      associatedId: component.projectId,
      projectId: component.projectId,
      componentId: component.id,
      affectedName: component.name,
    }),
  ),
  trackEntity(Rule, 'BaseRule', [...listFieldsUsed(RULE_FIELDS, 'audited'), ...RULE_STATE], toRuleTarget),
  trackEntity(RuleCheck, 'Check', listFieldsUsed(CHECK_FIELDS, 'audited'), toChildTarget, false),
  trackEntity(
    DisaDescription,
    'DisaRuleDescription',
    listFieldsUsed(DISA_FIELDS, 'audited'),
    toChildTarget,
    false,
  ),
  trackEntity(
    RuleDescription,
    'RuleDescription',
    listFieldsUsed(DESCRIPTION_FIELDS, 'audited'),
    toChildTarget,
  ),
  trackEntity(AdditionalAnswer, 'AdditionalAnswer', ['answer'], toChildTarget),
  trackEntity(AdditionalQuestion, 'AdditionalQuestion', ['name', 'questionType', 'options'], (question) => ({
    auditableId: question.id,
    associatedType: 'Component',
    associatedId: question.componentId,
    componentId: question.componentId,
    affectedName: question.name,
  })),
  trackEntity(
    Relocation,
    'RequirementRelocation',
    [
      'targetTechnologyToken',
      'namedTarget',
      'targetProjectId',
      'targetComponentId',
      'targetRuleId',
      'executedAt',
      'declinedAt',
      'adjudicationRationale',
    ],
    (relocation) => ({
      auditableId: relocation.id,
      associatedType: 'BaseRule',
      associatedId: relocation.sourceRuleId,
      componentId: relocation.componentId,
      ruleId: relocation.sourceRuleId,
      affectedName: relocation.sourceDisplayedName,
    }),
  ),
  trackEntity(
    Review,
    'Review',
    [
      'action',
      'triageStatus',
      'adjudicatedById',
      'duplicateOfReviewId',
      'addressedByRuleId',
      'comment',
      'markers',
      'ruleId',
      'section',
      'assigneeId',
      'dueOn',
      'withdrawnAt',
    ],
    (review) => ({
      auditableId: review.id,
      associatedType: review.commentableType,
      associatedId: review.ruleId ?? review.componentId,
      projectId: review.projectId,
      componentId: review.componentId,
      ruleId: review.ruleId ?? null,
    }),
  ),
  trackEntity(Reaction, 'Reaction', ['kind'], (reaction) => ({
    auditableId: reaction.id,
    associatedType: 'Review',
    associatedId: reaction.reviewId,
  })),
])

/** Returns how a record is audited; undefined if its kind is not audited. */
export function findTrackedEntity(record: object): TrackedEntity | undefined {
  return TRACKED.get(record.constructor)
}
