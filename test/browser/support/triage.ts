import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { waitForParts } from './lazy-parts.ts'
import { PATIENT, read } from './read.ts'
import type { Workbench } from './workbench.ts'

export const AUTHOR = 'ari@demo.example'
export const REVIEWER = 'rosa@demo.example'
export const OWNER = 'olga@demo.example'
export const VIEWER = 'vito@demo.example'
/** The demo's component that is open for comment. */
export const COMPONENT = 1
export const TRIAGE = `/app/components/${COMPONENT}/triage`

export interface StoredReview {
  id: number
  triage_status: string
  adjudicated_at: string | null
  duplicate_of_review_id: number | null
  addressed_by_rule_id: number | null
  assignee_id: number | null
  section: string | null
  lock_version: number
}

export interface Rule {
  id: number
  displayed_name: string
}

/** Helpers that create comments of the demo's viewer and open their triage. */
export function createTriage(workbench: Workbench) {
  const request = (page: Page, method: string, path: string, data: object) =>
    page.request.fetch(path, { method, data, headers: { origin: workbench.url() }, ...PATIENT })
  /** Sends a write over REST as a user. */
  const write = async (page: Page, method: string, path: string, data: object): Promise<void> => {
    const answer = await request(page, method, path, data)
    expect(answer.ok(), `${method} ${path} answered ${answer.status()}`).toBe(true)
  }
  /** Returns the requirement at a position of the component that no other test uses. */
  const readRuleAt = async (page: Page, index: number, componentId = COMPONENT): Promise<Rule> => {
    const { rules } = await read<{ rules: Rule[] }>(page, `/components/${componentId}/rules_picker`)
    const rule = rules[index]
    if (!rule) throw new Error(`no requirement ${index}`)
    return rule
  }
  /** Creates comments on one requirement in this order; returns their ids and the requirement. */
  const createComments = async (
    index: number,
    texts: readonly string[],
  ): Promise<{ ids: number[]; rule: Rule }> => {
    const viewer = await workbench.visitAs(VIEWER, '/up')
    const rule = await readRuleAt(viewer, index)
    const ids: number[] = []
    for (const comment of texts) {
      const answer = await request(viewer, 'POST', `/rules/${rule.id}/reviews`, {
        review: { action: 'comment', section: 'fixtext', comment },
      })
      ids.push((await answer.json()).review.id)
    }
    // Open comments would precede the comments of a second attempt.
    onTestFinished(async ({ task }) => {
      if (task.result?.state !== 'fail') return
      for (const id of ids) await request(viewer, 'PATCH', `/reviews/${id}/withdraw`, {})
    })
    return { ids, rule }
  }
  const readReview = async (page: Page, id: number | undefined): Promise<StoredReview> =>
    (await read<{ review: StoredReview }>(page, `/reviews/${id}`)).review
  /** Opens the triage of one requirement with its first comment selected. */
  const openTriage = async (
    email: string,
    rule: { id: number },
    id: number | undefined,
    more = '',
  ): Promise<Page> => {
    const page = await workbench.visitAs(email, `${TRIAGE}?rule_id=${rule.id}${more}`)
    await waitUntilSelected(page, id)
    await page.waitForLoadState('networkidle')
    await waitForParts(page, ['pickers', 'accept-edit'])
    return page
  }
  return { write, ruleAt: readRuleAt, comments: createComments, stored: readReview, openTriage }
}

/** Waits until the comment with this id is selected. */
export const waitUntilSelected = (page: Page, id: number | undefined) =>
  page.getByRole('region', { name: `Comment ${id}`, exact: true }).waitFor()

/** A keyboard that counts its shortcuts; typed text is not counted. */
export function countKeys(page: Page) {
  let pressed = 0
  return {
    press: async (...chords: readonly string[]) => {
      for (const chord of chords) await page.keyboard.press(chord)
      pressed += chords.length
    },
    type: (words: string) => page.keyboard.type(words),
    /** Returns the number since the last call. */
    count: () => {
      const count = pressed
      pressed = 0
      return count
    },
  }
}

/** Records the names of the write operations that a page sends. */
export function recordWrites(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/trpc\/([\w.]+)/.exec(request.url()) ?? []
    // Presence is reported every 15 seconds.
    if (request.method() === 'POST' && name !== undefined && name !== 'presence.here') sent.push(name)
  })
  return sent
}
