import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createMarkup, openEverything, createShortMarkup, watchMarkup } from './support/markup.ts'
import { openRoute } from './support/open-route.ts'
import { PATIENT, read } from './support/read.ts'
import { AUTHOR, COMPONENT, OWNER, VIEWER, type Rule } from './support/triage.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const PROJECT = 1

/** Sends a write and returns the response body; throws if it fails. */
async function send(
  page: Page,
  method: string,
  path: string,
  data: object,
): Promise<Record<string, unknown>> {
  const answer = await page.request.fetch(path, {
    method,
    data,
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  const body: unknown = await answer.json().catch(() => ({}))
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()} ${JSON.stringify(body)}`)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

const readRule = async (page: Page): Promise<Rule> => {
  const { rules } = await read<{ rules: Rule[] }>(page, `/components/${COMPONENT}/rules_picker`)
  const rule = rules.at(-1)
  if (!rule) throw new Error('the component has no requirement')
  return rule
}

/** Stores markup in the texts of a project, a component, a requirement, comments, templates and tokens. */
async function storeEverywhere(): Promise<{ rule: Rule; review: number }> {
  const owner = await workbench.visitAs(OWNER, '/up')
  const description = createMarkup('project.description')
  await send(owner, 'PATCH', `/projects/${PROJECT}`, {
    project: { name: createShortMarkup('project.name'), description },
  })
  await send(owner, 'PATCH', `/components/${COMPONENT}`, {
    component: {
      name: createShortMarkup('component.name'),
      title: createMarkup('component.title'),
      description: createMarkup('component.description'),
      admin_name: createShortMarkup('component.admin_name'),
      component_metadata_attributes: { data: { key: createMarkup('component.metadata') } },
    },
  })
  await send(owner, 'POST', `/projects/${PROJECT}/triage_response_templates`, {
    triage_response_template: {
      name: createShortMarkup('template.name'),
      body: createMarkup('template.body'),
    },
  })
  const author = await workbench.visitAs(AUTHOR, '/up')
  const rule = await readRule(author)
  await send(author, 'PATCH', `/rules/${rule.id}`, {
    rule: {
      status: 'Applicable - Configurable',
      title: createMarkup('rule.title'),
      fixtext: createMarkup('rule.fixtext'),
      vendor_comments: createMarkup('rule.vendor_comments'),
      status_justification: createMarkup('rule.status_justification'),
      artifact_description: createMarkup('rule.artifact_description'),
      inspec_control_body: createMarkup('rule.inspec_control_body'),
    },
    audit_comment: createMarkup('rule.audit_comment'),
  })
  const viewer = await workbench.visitAs(VIEWER, '/up')
  const post = (path: string, review: object) => send(viewer, 'POST', path, { review })
  const { review } = await post(`/rules/${rule.id}/reviews`, {
    action: 'comment',
    section: 'fixtext',
    comment: createMarkup('comment.rule'),
  })
  const id = typeof review === 'object' && review !== null ? Number(Reflect.get(review, 'id')) : 0
  await post(`/rules/${rule.id}/reviews`, {
    action: 'comment',
    comment: createMarkup('comment.reply'),
    responding_to_review_id: id,
  })
  await post(`/components/${COMPONENT}/reviews`, {
    action: 'comment',
    comment: createMarkup('comment.component'),
  })
  await send(viewer, 'POST', '/personal_access_tokens', {
    personal_access_token: {
      name: createShortMarkup('token.name'),
      scopes: ['read'],
      current_password: PASSWORD,
    },
  })
  await send(viewer, 'PATCH', '/users', {
    user: { name: createShortMarkup('user.name'), current_password: PASSWORD },
  })
  await send(author, 'PATCH', `/reviews/${id}/triage`, {
    triage_status: 'concur_with_comment',
    response_comment: createMarkup('comment.response'),
  })
  return { rule, review: id }
}

/** Addresses of the routes in `web/pages`, with the ids of stored records. */
async function listAddresses({ rule, review }: { rule: Rule; review: number }): Promise<string[]> {
  const folder = join(import.meta.dirname, '../../web/pages')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.route.ts'))
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  const paths = texts.flatMap((text) => [...text.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path))
  return paths.map((path) =>
    path
      .replace('/users/$id', '/users/1')
      .replace('$reviewId', String(review))
      .replace('$name', rule.displayed_name)
      .replace('$id', '1'),
  )
}

/** Inspects each page on screen and in print; returns the fields that it shows. */
async function walk(email: string, paths: readonly string[], opensEverything: boolean): Promise<Set<string>> {
  const texts = new Set<string>()
  await workbench.inTab(email, async (page) => {
    const witness = await watchMarkup(page)
    await page.goto('/up')
    for (const path of paths) {
      await openRoute(page, `/app${path}`)
      await witness.inspect(path)
      if (opensEverything) await openEverything(page, witness, path)
      await page.emulateMedia({ media: 'print' })
      await witness.inspect(`${path} in print`)
      await page.emulateMedia({ media: 'screen' })
    }
    for (const field of witness.seen) texts.add(field)
  })
  return texts
}

test('no page, dialog, menu or print view runs or renders markup that users store', async () => {
  const stored = await storeEverywhere()
  const search = `/search?q=${encodeURIComponent('onerror')}`
  const paths = [...(await listAddresses(stored)), search, `/components/${COMPONENT}/edit?q=onerror`]
  const half = Math.ceil(paths.length / 2)
  // Opening dialogs and menus is mostly waiting, so two tabs do it in parallel.
  const walks = await Promise.all([
    walk(ADMIN, paths, false),
    walk(VIEWER, paths, false),
    walk(AUTHOR, paths.slice(0, half), true),
    walk(AUTHOR, paths.slice(half), true),
  ])
  const texts = new Set(walks.flatMap((fields) => [...fields]))
  const expected = [
    'project.name',
    'project.description',
    'component.name',
    'component.title',
    'template.name',
    'template.body',
    'rule.title',
    'rule.fixtext',
    'rule.vendor_comments',
    'comment.rule',
    'comment.reply',
    'comment.component',
    'comment.response',
    'token.name',
    'user.name',
  ]
  expect(expected.filter((field) => !texts.has(field))).toEqual([])
  // It opens every page of the application as three users.
}, 1_200_000)

test('the API reference does not run text that users store', async () => {
  const page = await workbench.visitAs(ADMIN, '/up')
  const witness = await watchMarkup(page)
  await page.goto('/docs')
  await page
    .getByRole('heading', { name: 'Operations' })
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  await witness.inspect('/docs')
  await page.goto('/docs/api/errors')
  await witness.inspect('/docs/api/errors')
})
