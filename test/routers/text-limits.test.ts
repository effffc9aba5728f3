import { describe, expect, it } from 'vitest'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { createWorkspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import type { Answer } from '../support/rest.ts'
import { createWorldUnder } from '../support/world.ts'

const narrow = createWorldUnder({
  LIMIT_USER_NAME: '10',
  LIMIT_USER_EMAIL: '40',
  LIMIT_PROJECT_NAME: '10',
  LIMIT_PROJECT_DESCRIPTION: '10',
  LIMIT_TOKEN_NAME: '10',
  LIMIT_AUDIT_COMMENT: '10',
  LIMIT_TEMPLATE_NAME: '10',
  LIMIT_REVIEW_COMMENT: '10',
  LIMIT_COMPONENT_TITLE: '20',
  LIMIT_TITLE: '30',
  LIMIT_LONG_TEXT: '40',
})
const LONG = 'x'.repeat(11)
/** Ten code points, twenty UTF-16 code units. */
const TEN = '🦦'.repeat(10)
const email = () => `${unique('n')}@example.org`
const longEmail = () => `${unique('n')}${'x'.repeat(40)}@example.org`

type Request = [method: string, path: string, body: (value: string) => Record<string, unknown>, field: string]

/** The names and texts of rule A-70 with a shorter configured limit. */
describe('a configured text limit', () => {
  const register = (values: object) => ({
    user: { name: 'New', email: email(), password: PASSWORD, password_confirmation: PASSWORD, ...values },
  })
  const CASES: Request[] = [
    ['POST', '/users', (name) => register({ name }), 'name'],
    ['PUT', '/users', (name) => ({ user: { name } }), 'name'],
    ['POST', '/users/admin_create', (name) => ({ user: { name, email: email() } }), 'name'],
    ['PATCH', '/users/{user}', (name) => ({ user: { name } }), 'name'],
    ['POST', '/projects', (name) => ({ project: { name } }), 'name'],
    ['PATCH', '/projects/{project}', (description) => ({ project: { description } }), 'description'],
    [
      'POST',
      '/personal_access_tokens',
      (name) => ({ personal_access_token: { name, scopes: ['read'], current_password: PASSWORD } }),
      'name',
    ],
    [
      'DELETE',
      '/personal_access_tokens/{token}/admin_revoke',
      (audit_comment) => ({ audit_comment }),
      'audit_comment',
    ],
    [
      'POST',
      '/projects/{project}/triage_response_templates',
      (name) => ({ triage_response_template: { name, body: 'y' } }),
      'name',
    ],
    [
      'POST',
      '/projects/{project}/triage_response_templates',
      (body) => ({ triage_response_template: { name: 'y', body } }),
      'body',
    ],
  ]

  it.each(CASES)('R-3, A-70: applies to %s %s, in code points', async (method, path, body, field) => {
    const admin = await createLocalUser(narrow, { admin: true, name: 'Admin' })
    const user = await narrow.createUser()
    await narrow.restWithToken(user)
    const reader = narrow.database.queries
    const token = await reader
      .selectFrom('access_tokens')
      .select('id')
      .where('user_id', '=', user.id)
      .execute()
    const ids = { user: user.id, project: (await narrow.createProject()).id, token: token[0]?.id }
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => String(ids[name]))
    const client = await narrow.rest(admin)
    const rejected = await client.send(method, address, body(LONG))
    expect([rejected.status, rejected.body.errors]).toEqual([
      422,
      { [field]: ['must have at most 10 characters'] },
    ])
    expect((await client.send(method, address, body(TEN))).status).toBeLessThan(300)
  })

  it('R-3: applies to the reason of an override, and the error has both lengths', async () => {
    const { as, component, rules } = await createWorkspace(narrow)
    const [ruleId = 0, otherRule] = rules
    const { body } = await as.author.post(`/rules/${ruleId}/reviews`, {
      review: { action: 'comment', comment: 'A remark' },
    })
    const review = `/reviews/${body.review.id}`
    const send = (method: string, path: string, audit_comment: string) =>
      // Redaction is not an operation of Vulcan, so it rejects unknown members.
      as.admin.send(
        method,
        path,
        path.endsWith('/redact')
          ? { audit_comment }
          : { audit_comment, section: 'title', rule_id: otherRule },
      )
    const overrides = [
      ['PATCH', `${review}/section`],
      ['PATCH', `${review}/move_to_rule`],
      ['PATCH', `${review}/admin_withdraw`],
      ['PATCH', `${review}/admin_restore`],
      ['DELETE', `${review}/admin_destroy`],
      ['PATCH', `/components/${component.id}/destroyed_reviews/${body.review.id}/redact`],
    ] as const
    for (const [method, path] of overrides) {
      const long = await send(method, path, LONG)
      expect([path, long.status, long.body.errors]).toEqual([
        path,
        422,
        { audit_comment: ['has 11 characters; the limit is 10'] },
      ])
      expect([path, (await send(method, path, TEN)).status]).toEqual([path, 200])
    }
  })

  it('A-70: applies to addresses', async () => {
    const client = await narrow.rest(await createLocalUser(narrow, { admin: true }))
    const answers = [
      await client.post('/users', register({ email: longEmail() })),
      await client.post('/users/admin_create', { user: { name: 'New', email: longEmail() } }),
      await client.put('/users', { user: { email: longEmail(), current_password: PASSWORD } }),
    ]
    for (const { status, body } of answers) {
      expect([status, Object.keys(body.errors)]).toEqual([422, ['email']])
    }
  })

  it('A-70: applies to components, requirements, their lists and replacement texts', async () => {
    const { as, component, rules } = await createWorkspace(narrow)
    const [rule] = rules
    const rejected = async (answer: Promise<Answer>) => {
      const { status, body } = await answer
      return [status, body.errors]
    }
    const cases: [Promise<Answer>, string, number][] = [
      [as.admin.patch(`/components/${component.id}`, { component: { title: 'x'.repeat(21) } }), 'title', 20],
      [as.author.patch(`/rules/${rule}`, { rule: { title: 'x'.repeat(31) } }), 'title', 30],
      [
        as.admin.post(`/components/${component.id}/rules`, {
          rule: { checks_attributes: [{ content: 'x'.repeat(41) }] },
        }),
        'checks_attributes.0.content',
        40,
      ],
    ]
    for (const [answer, field, limit] of cases) {
      expect(await rejected(answer)).toEqual([422, { [field]: [`must have at most ${limit} characters`] }])
    }
    const { status, body } = await as.author.post(`/components/${component.id}/find_and_replace`, {
      find: 'Configure',
      replace: 'y'.repeat(41),
      fields: ['fixtext'],
    })
    expect([status, body.reason, Object.keys(body.errors)]).toEqual([
      422,
      'rule.replacement_too_long',
      ['fixtext'],
    ])
    expect(body.errors.fixtext[0]).toContain('in requirement 000001; 40 are the limit')
  })
})
