import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, time, updatedAt } from './columns.ts'
import { User } from './user.ts'

const IdentitySchema = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    provider: p.text(),
    uid: p.text(),
    email: p.text().nullable(),
    lastSignInAt: time().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'identities_provider_uid_unique', properties: ['provider', 'uid'] }],
  indexes: [{ name: 'identities_user_id', properties: ['userId'] }],
})

/** Links an external sign-in to a user (rule A-4). */
export class Identity extends IdentitySchema.class {}
IdentitySchema.setClass(Identity)
