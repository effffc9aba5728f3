import { z } from 'zod'
import { reading } from '../../src/access/builders.ts'
import { cutOf, OnlyWholeListPage } from '../../src/lists/whole-lists.ts'
import { adminUsers } from './read/admin-users.ts'
import { AdminUser } from './read/admin-users.schema.ts'

const tags = ['Users']

export const list = reading.systemAdmin
  .meta({ openapi: { method: 'GET', path: '/users', tags, summary: 'All users' } })
  .input(OnlyWholeListPage)
  .output(z.array(AdminUser))
  .query(({ ctx: { db, services }, input }) => adminUsers(db, services.env, cutOf(input) ?? {}))
