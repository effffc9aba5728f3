import { expect } from 'vitest'
import { expectStatus } from '../../support/http.ts'
import type { Body } from '../../support/rest.ts'
import { EDITED } from './authoring.ts'
import { WALK, type Comment } from './commenting.ts'
import type { Crew } from './people.ts'

export interface Scope {
  project: number
  component: number
  srg: number
  /** The viewer, who wrote a third of the comments. */
  authorId: number
  /** Requirements of the component. */
  rules: number
}

/** Checks lists with every filter, both summaries, statistics and readiness against the work that was done. */
export async function expectSummaries(crew: Crew, scope: Scope, comments: Comment[]): Promise<void> {
  await expectLists(crew, scope, comments)
  await expectReplies(crew, comments)
  const byStatus = Object.fromEntries(WALK.map((status) => [status, comments.length / WALK.length]))
  const summary = {
    by_triage_status: { pending: 0, ...byStatus },
    total: comments.length,
    adjudicated: comments.length / 2,
    adjudication_pct: 50,
  }
  const read = async (path: string): Promise<Body> => expectStatus(200, await crew.viewer.get(path)).body
  expect(await read(`/api/projects/${scope.project}/triage_summary`)).toEqual(summary)
  expect(await read(`/api/components/${scope.component}/triage_summary`)).toEqual(summary)

  const determined = Object.values(EDITED).reduce((sum, count) => sum + count)
  expect(await read(`/api/components/${scope.component}/stats`)).toMatchObject({
    document_type: 'stig',
    rule_count: scope.rules,
    rules_by_status: {
      not_yet_determined: scope.rules - determined,
      applicable_configurable: EDITED['Applicable - Configurable'],
      applicable_inherently_meets: EDITED['Applicable - Inherently Meets'],
      applicable_does_not_meet: EDITED['Applicable - Does Not Meet'],
      not_applicable: EDITED['Not Applicable'],
    },
    lock_pct: 0,
  })
  expect(await read(`/api/components/${scope.component}/workflow_state`)).toMatchObject({
    document_type: 'stig',
    authoring: { rules_total: scope.rules, rules_determined: determined },
    locks: { locked: 0, all_locked: false },
    comment: { phase: 'open', accepting_new_comments: true, triaging_active: true, pending_comments: 0 },
    triage: { pending: 0, awaiting_adjudication: (comments.length / WALK.length) * 3 },
    export: { released: false, releasable: false },
  })
}

async function expectLists(crew: Crew, scope: Scope, comments: Comment[]): Promise<void> {
  const list = async (query: string): Promise<Body> =>
    expectStatus(200, await crew.viewer.get(`/projects/${scope.project}/comments?${query}`)).body
  const readTotal = async (query: string): Promise<number> => Number((await list(query)).pagination.total)
  const count = (wanted: (comment: Comment) => boolean) => comments.filter(wanted).length

  expect(await readTotal('')).toBe(0)
  const first = await list('triage_status=all')
  expect(first.pagination).toMatchObject({ page: 1, per_page: 25, total: comments.length })
  expect(first.rows).toHaveLength(25)
  expect((await list('triage_status=all&page=2')).rows).toHaveLength(comments.length - 25)
  for (const status of WALK) {
    expect(await readTotal(`triage_status=${status}`)).toBe(count(({ decision }) => decision === status))
    expect(first.status_counts[status]).toBe(count(({ decision }) => decision === status))
  }
  expect(await readTotal('triage_status=all&section=fixtext')).toBe(
    count(({ section }) => section === 'fixtext'),
  )
  expect(await readTotal(`triage_status=all&author_id=${scope.authorId}`)).toBe(
    count(({ by }) => by === 'viewer'),
  )
  expect(await readTotal(`triage_status=all&component_id=${scope.component}`)).toBe(comments.length)
  expect(await readTotal('triage_status=all&q=berth%2007')).toBe(1)
  expect(await readTotal('triage_status=all&resolved=true')).toBe(comments.length / 2)
  expect(await readTotal('triage_status=concur&resolved=true')).toBe(0)
}

/** A comment shows the replies of people, and the response of every triage that wrote one. */
async function expectReplies(crew: Crew, comments: Comment[]): Promise<void> {
  for (const comment of comments) {
    const { rows } = expectStatus(200, await crew.viewer.get(`/reviews/${comment.id}/responses`)).body
    const answered = WALK.indexOf(comment.decision) >= WALK.indexOf('non_concur')
    expect(rows).toHaveLength(Number(comment.replied) + Number(answered))
  }
}

/** All records as their readers see them. */
export async function readEverything(crew: Crew, scope: Scope): Promise<Record<string, Body>> {
  const { project, component, srg } = scope
  const paths = [
    '/srgs',
    `/srgs/${srg}`,
    `/projects/${project}`,
    `/components/${component}`,
    `/components/${component}/rules`,
    `/components/${component}/rules_picker`,
    `/projects/${project}/comments?triage_status=all&per_page=1000`,
    `/api/projects/${project}/triage_summary`,
    `/api/components/${component}/triage_summary`,
    `/api/components/${component}/stats`,
    `/api/components/${component}/workflow_state`,
  ]
  const found: Record<string, Body> = {}
  for (const path of paths) found[path] = expectStatus(200, await crew.author.get(path)).body
  return found
}
