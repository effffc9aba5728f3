import { describe, expect, it } from 'vitest'
import type { SectionKey } from '../../../src/vocabulary.ts'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

async function createComment(scene: CommentScene, section: SectionKey | null) {
  const createdAt = new Date(Date.now() - 60_000)
  return world.createReview(scene.rule, scene.viewer, { section, createdAt })
}

const readChanged = async (scene: CommentScene, id: number) =>
  (await (await world.rest(scene.viewer)).get(`/reviews/${id}/section_changes`)).body

describe('the changes of a comment’s section since the comment', () => {
  it('are shown with removed and inserted words', async () => {
    const scene = await createCommentScene(world)
    const review = await createComment(scene, 'title')
    const author = await world.rest(scene.author)
    expect(await readChanged(scene, review.id)).toMatchObject({
      section: 'title',
      changed: false,
      fields: [],
    })
    await author.patch(`/rules/${scene.rule.id}`, { rule: { title: 'Requirement one', fixtext: 'Do it' } })
    await author.patch(`/rules/${scene.rule.id}`, { rule: { title: 'The requirement one' } })
    const { fields, ...answer } = await readChanged(scene, review.id)
    const { body } = await author.get(`/reviews/${review.id}`)
    expect(answer).toEqual({ section: 'title', changed: true, since: body.review.created_at })
    expect(fields).toMatchObject([{ field: 'title', before: 'Requirement 1', after: 'The requirement one' }])
    const joinTexts = (...ops: string[]) =>
      fields[0].diff
        .filter(({ op }: { op: string }) => ops.includes(op))
        .map(({ text }: { text: string }) => text)
        .join('')
    expect([joinTexts('equal', 'delete'), joinTexts('equal', 'insert')]).toEqual([
      'Requirement 1',
      'The requirement one',
    ])
  })

  it('include checks and descriptions in their sections, and all of them without a section', async () => {
    const scene = await createCommentScene(world)
    const [check, general] = [await createComment(scene, 'check_content'), await createComment(scene, null)]
    const author = await world.rest(scene.author)
    const { body } = await author.get(`/rules/${scene.rule.id}`)
    const rule = {
      checks_attributes: [{ id: body.checks_attributes[0].id, content: 'Look at it twice.' }],
      disa_rule_descriptions_attributes: [
        { id: body.disa_rule_descriptions_attributes[0].id, vuln_discussion: 'It matters.' },
      ],
    }
    expect((await author.patch(`/rules/${scene.rule.id}`, { rule })).status).toBe(200)
    expect((await readChanged(scene, check.id)).fields).toMatchObject([
      { field: 'content', before: 'Look at it.', after: 'Look at it twice.' },
    ])
    const fields = (await readChanged(scene, general.id)).fields.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['content', 'vuln_discussion'])
  })

  it('omit changes that were undone and changes before the comment', async () => {
    const scene = await createCommentScene(world)
    const author = await world.rest(scene.author)
    const write = (title: string) => author.patch(`/rules/${scene.rule.id}`, { rule: { title } })
    const review = await createComment(scene, 'title')
    await write('Another')
    await write('Requirement 1')
    expect((await readChanged(scene, review.id)).changed).toBe(false)
    await write('Another')
    const later = await world.createReview(scene.rule, scene.viewer, {
      section: 'title',
      createdAt: new Date(Date.now() + 60_000),
    })
    expect((await readChanged(scene, later.id)).changed).toBe(false)
  })

  it('are empty for comments on a component, and not shown to non-members', async () => {
    const scene = await createCommentScene(world)
    const review = await world.createReview(scene.component, scene.viewer)
    expect(await readChanged(scene, review.id)).toMatchObject({ section: null, changed: false })
    const nonMember = await world.rest(scene.nonMember)
    expect((await nonMember.get(`/reviews/${review.id}/section_changes`)).status).toBe(404)
  })
})
