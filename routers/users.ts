import { User } from '../entities/user.ts'
import { reading, writing } from '../src/access.ts'
import { admitTo, targetIn } from '../src/access/target.ts'
import { securityEntry } from '../src/audit/security-entry.ts'
import { choosePassword } from '../src/auth/choose-password.ts'
import { assertEmailFree } from '../src/auth/email-free.ts'
import { hashPassword } from '../src/auth/password.ts'
import { randomToken } from '../src/auth/secrets.ts'
import { DomainError, notFound } from '../src/errors.ts'
import { enqueueResetMail, newResetLink } from '../src/outbox/account-mails.ts'
import { announceAdmin } from '../src/outbox/account-chat.ts'
import { isRecord } from '../src/refused-input.ts'
import { toast } from '../src/shapes.ts'
import { assertTexts, PERSON } from '../src/text-limits.ts'
import { mergeRouters, router } from '../src/trpc.ts'
import { adminUser, searchUsers } from './users.read.ts'
import { records } from './users/records.ts'
import { security } from './users/security.ts'
import { AdminCreateInput, AdminCreateOutput, UserSearch, UserSearchOutput } from './users.schema.ts'

const tags = ['Users']

const directory = router({
  search: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/users/search',
        tags,
        summary: 'Find people to add to a project or component, or among its members',
      },
      access: { record: 'target', needs: 'admin; viewer with scope=members' },
      limits: ['user_search'],
      errors: [404],
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const raw = await getRawInput()
      const given = isRecord(raw) ? raw : {}
      for (const name of ['q', 'membership_type', 'membership_id']) {
        if (given[name] === undefined) throw missing(name)
      }
      if (!['Project', 'Component'].includes(String(given['membership_type']))) throw notFound()
      const target = targetIn(given)
      const members = given['scope'] !== undefined
      if (target) await admitTo(ctx.db, target, ctx.actor, members ? 'viewer' : 'admin')
      return next()
    })
    .input(UserSearch)
    .output(UserSearchOutput)
    .query(async ({ ctx: { db, services }, input }) => {
      const target = { type: input.membership_type, id: input.membership_id }
      const members = input.scope === 'members'
      return {
        users: await searchUsers(db, services.env, { q: input.q, target, members, limit: input.limit }),
      }
    }),

  adminCreate: writing.systemAdmin
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/admin_create',
        tags,
        summary: 'Create an account for somebody',
      },
      secret: true,
    })
    .input(AdminCreateInput)
    .output(AdminCreateOutput)
    .mutation(async ({ ctx: { em, db, actor, now, services, trail }, input: { user: given } }) => {
      const { env } = services
      assertTexts(env.limits, given, PERSON)
      await assertEmailFree(em, given.email)
      const chosen = given.password ?? ''
      const passwordHash =
        chosen === '' ? await hashPassword(randomToken()) : await choosePassword(env, chosen, given)
      const user = em.create(User, {
        name: given.name,
        email: given.email,
        admin: given.admin,
        slackUserId: given.slack_user_id ?? null,
        passwordHash,
        passwordChangedAt: now,
        confirmedAt: now,
      })
      const link = chosen === '' && !env.mail.on ? newResetLink(env, user, now) : null
      if (chosen === '' && env.mail.on) enqueueResetMail(em, env, user, now)
      if (user.admin) announceAdmin(em, env, user, actor, true, now)
      await em.flush()
      const issued = chosen === '' ? (env.mail.on ? 'password_reset_sent' : 'password_reset_link_made') : null
      trail.record(securityEntry(user, issued ?? 'password_set'))
      return {
        toast: toast(
          'User created',
          `${user.name} can sign in${chosen === '' ? ' after choosing a password' : ''}.`,
        ),
        user: await adminUser(db, env, user.id),
        ...(link === null ? {} : { reset_url: link }),
      }
    }),
})

export const users = mergeRouters(directory, records, security)

function missing(name: string): DomainError {
  return new DomainError('malformed', 'parameter_missing', `The parameter ${name} is missing.`, {
    members: { parameter: name },
  })
}
