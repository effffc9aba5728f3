import { defineEntity, p } from '@mikro-orm/core'
import { PROJECT_ROLES } from '../src/vocabulary.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { Project } from './project.ts'
import { User } from './user.ts'

const ProjectInvitationSchema = defineEntity({
  name: 'ProjectInvitation',
  tableName: 'project_invitations',
  properties: {
    id: id(),
    projectId: () => p.manyToOne(Project).mapToPk().fieldName('project_id').deleteRule('cascade'),
    email: p.text(),
    /** The person's name in the archive. */
    name: p.text().nullable(),
    role: p.enum(PROJECT_ROLES),
    invitedById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('invited_by_id').deleteRule('set null'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'project_invitations_unique', properties: ['projectId', 'email'] }],
  indexes: [{ name: 'project_invitations_invited_by_id', properties: ['invitedById'] }],
  checks: [{ name: 'project_invitations_email_normal', expression: 'email = lower(btrim(email))' }],
})

/** A membership from an archive, until a project admin confirms or declines it (rule A-83). */
export class ProjectInvitation extends ProjectInvitationSchema.class {}
ProjectInvitationSchema.setClass(ProjectInvitation)
