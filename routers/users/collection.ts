import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { toLimitAndOffset, OnlyOptionalPage } from '../../src/procedures/lists/optional-paging.ts'
import { AdminUser } from './read/admin-users.schema.ts'
import { listAdminUsers } from './read/admin-users.ts'

const tags = ['Users']

export const list = reading.systemAdmin
  .meta({ openapi: { method: 'GET', path: '/users', tags, summary: 'All users' } })
  .input(OnlyOptionalPage)
  .output(z.array(AdminUser))
  .query(({ ctx: { db, services }, input }) => listAdminUsers(db, services, toLimitAndOffset(input) ?? {}))
