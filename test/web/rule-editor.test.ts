import { expect, test } from 'vitest'
import type { Problem } from '../../web/api/errors.ts'
import { toRuleInput, toFieldErrors, type Rule, type Texts } from '../../web/pages/authoring/fields.ts'
import { RuleEditor, type StoredDraft, type World } from '../../web/pages/authoring/rule-editor.ts'

const createRule = (texts: Partial<Rule> & { check?: string; discussion?: string } = {}): Rule => {
  const { check = 'Check it.', discussion = 'Because.', ...rule } = texts
  return {
    id: 1,
    lock_version: 1,
    status: 'Applicable - Configurable',
    rule_severity: 'medium',
    title: 'Limit sessions',
    fixtext: 'Set it to three.',
    checks_attributes: [{ id: 7, content: check }],
    disa_rule_descriptions_attributes: [{ id: 8, vuln_discussion: discussion, documentable: false }],
    ...rule,
  } as unknown as Rule
}

class StaleError extends Error {
  readonly current: Rule
  constructor(current: Rule) {
    super('stale')
    this.current = current
  }
}

class RejectedSave extends Error {
  readonly wrong: Record<string, string[]>
  constructor(wrong: Record<string, string[]>) {
    super('refused')
    this.wrong = wrong
  }
}

/** A service with one requirement, whose timers the test fires. */
function createWorld(answers: ((texts: Texts, lockVersion: number) => Rule | Error)[]) {
  const sent: { texts: Texts; seen: number }[] = []
  const drafts: (StoredDraft | null)[] = []
  let waiting: (() => void)[] = []
  const wait = (act: () => void) => {
    waiting.push(act)
    return () => {
      waiting = waiting.filter((item) => item !== act)
    }
  }
  const world: World = {
    send: async ({ lock_version }, texts) => {
      sent.push({ texts, seen: lock_version })
      const answer = answers.shift()?.(texts, lock_version) ?? new Error('nobody answers')
      if (answer instanceof Error) throw answer
      return answer
    },
    storeDraft: (draft) => void drafts.push(draft),
    read: (error) => {
      if (error instanceof StaleError) return { current: error.current }
      if (error instanceof TypeError) return { unreachable: true }
      if (error instanceof RejectedSave) {
        return { problem: { sentence: 'refused' } as Problem, wrong: error.wrong }
      }
      return { problem: { sentence: String(error) } as Problem, wrong: {} }
    },
    later: wait,
    retryOnRecovery: wait,
    now: () => new Date('2026-05-12T14:02:00Z'),
  }
  const passTime = async () => {
    for (const act of waiting.splice(0)) act()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { world, sent, kept: drafts, passTime }
}

test('the editor sends only changes, with the version that the user saw, after a pause', async () => {
  const {
    world,
    sent,
    kept: drafts,
    passTime,
  } = createWorld([() => createRule({ lock_version: 2, fixtext: 'Set it to five.' })])
  const editor = new RuleEditor(world, createRule())
  editor.subscribe(() => {})
  editor.write('fixtext', 'Set it to f')
  editor.write('fixtext', 'Set it to five.')
  expect(sent).toEqual([])
  await passTime()
  expect(sent).toEqual([{ texts: { fixtext: 'Set it to five.' }, seen: 1 }])
  expect(editor.snapshot()).toMatchObject({ changed: [], changedByOthers: {}, saving: { state: 'saved' } })
  expect(drafts.at(-1)).toBeNull()
})

test('text that is typed during a save remains and is saved after it', async () => {
  const { world, sent, passTime } = createWorld([
    () => createRule({ lock_version: 2, fixtext: 'one' }),
    () => createRule({ lock_version: 3, fixtext: 'one two' }),
  ])
  const editor = new RuleEditor(world, createRule())
  editor.write('fixtext', 'one')
  const saving = editor.save()
  editor.write('fixtext', 'one two')
  await saving
  expect(editor.snapshot().texts['fixtext']).toBe('one two')
  expect(editor.snapshot().conflicts).toEqual({})
  await passTime()
  expect(sent.map(({ texts, seen }) => [texts['fixtext'], seen])).toEqual([
    ['one', 1],
    ['one two', 2],
  ])
})

test('changes of other people are merged with a note, and own changes are sent again', async () => {
  const serverRule = createRule({ lock_version: 5, check: 'Theirs.' })
  const { world, sent, passTime } = createWorld([
    () => new StaleError(serverRule),
    () => createRule({ lock_version: 6, check: 'Theirs.', fixtext: 'Mine.' }),
  ])
  const editor = new RuleEditor(world, createRule())
  editor.subscribe(() => {})
  editor.write('fixtext', 'Mine.')
  await editor.save()
  expect(editor.snapshot()).toMatchObject({
    conflicts: {},
    changedByOthers: { 'check:content': new Date('2026-05-12T14:02:00Z') },
  })
  expect(editor.snapshot().texts['check:content']).toBe('Theirs.')
  await passTime()
  expect(sent.at(-1)).toEqual({ texts: { fixtext: 'Mine.' }, seen: 5 })
})

test('a section that both sides changed waits for a choice, while the other sections are saved', async () => {
  const serverRule = createRule({ lock_version: 2, fixtext: 'Theirs.' })
  const { world, sent, passTime } = createWorld([
    () => new StaleError(serverRule),
    () => createRule({ lock_version: 3, fixtext: 'Theirs.', title: 'New title' }),
    () => createRule({ lock_version: 4, fixtext: 'Both.', title: 'New title' }),
  ])
  const editor = new RuleEditor(world, createRule())
  editor.write('fixtext', 'Mine.')
  editor.write('title', 'New title')
  await editor.save()
  expect(editor.snapshot().conflicts).toEqual({
    fixtext: { base: 'Set it to three.', theirs: 'Theirs.', mine: 'Mine.' },
  })
  await passTime()
  expect(sent.at(-1)).toEqual({ texts: { title: 'New title' }, seen: 2 })
  editor.resolve('fixtext', 'Both.')
  await passTime()
  expect(sent.at(-1)).toEqual({ texts: { fixtext: 'Both.' }, seen: 3 })
  expect(editor.snapshot()).toMatchObject({ conflicts: {}, changed: [] })
})

test('choosing the version of others sends no request', async () => {
  const { world, sent, passTime } = createWorld([
    () => new StaleError(createRule({ lock_version: 2, fixtext: 'Theirs.' })),
  ])
  const editor = new RuleEditor(world, createRule())
  editor.write('fixtext', 'Mine.')
  await editor.save()
  editor.resolve('fixtext', 'Theirs.')
  await passTime()
  expect(sent).toHaveLength(1)
  expect(editor.snapshot()).toMatchObject({ changed: [], conflicts: {} })
})

test('a save without a response is retried, and a rejected save is shown and not repeated', async () => {
  const {
    world,
    sent,
    kept: drafts,
    passTime,
  } = createWorld([() => new TypeError('no network'), () => new Error('The requirement is locked.')])
  const editor = new RuleEditor(world, createRule())
  editor.write('fixtext', 'Mine.')
  await editor.save()
  expect(editor.snapshot().saving.state).toBe('waiting')
  await passTime()
  expect(editor.snapshot().saving.state).toBe('refused')
  await passTime()
  expect(sent).toHaveLength(2)
  expect(drafts.at(-1)).toEqual({ mine: { fixtext: 'Mine.' }, base: { fixtext: 'Set it to three.' } })
})

test('an earlier draft that the service has stored is no longer unsaved', () => {
  const { world, kept } = createWorld([])
  const editor = new RuleEditor(world, createRule({ title: 'Limit all sessions', lock_version: 2 }))
  editor.restore({ mine: { title: 'Limit all sessions' }, base: { title: 'Limit sessions' } })
  expect(editor.snapshot().changed).toEqual([])
  expect(kept).toEqual([null])
})

test('an earlier draft is restored, as a conflict if another person has changed the text since', () => {
  const drafts = {
    mine: { fixtext: 'Mine.', title: 'T2' },
    base: { fixtext: 'Set it to three.', title: 'Limit sessions' },
  }
  const editor = new RuleEditor(createWorld([]).world, createRule({ lock_version: 9, fixtext: 'Theirs.' }))
  editor.restore(drafts)
  const { conflicts, changed, texts } = editor.snapshot()
  expect(Object.keys(conflicts)).toEqual(['fixtext'])
  expect([...changed].sort()).toEqual(['fixtext', 'title'])
  expect(texts['title']).toBe('T2')
})

test('an older record that arrives late has no effect', () => {
  const editor = new RuleEditor(createWorld([]).world, createRule({ lock_version: 3 }))
  editor.take(createRule({ lock_version: 2, fixtext: 'Old.' }))
  expect(editor.snapshot().texts['fixtext']).toBe('Set it to three.')
})

test('nested texts are sent under the ids of their records, and empty ones as null', () => {
  const input = toRuleInput(createRule(), {
    'check:content': 'A',
    'disa:documentable': 'true',
    fixtext: '',
    'answer:4': 'yes',
  })
  expect(input).toEqual({
    checks_attributes: [{ id: 7, content: 'A' }],
    disa_rule_descriptions_attributes: [{ id: 8, documentable: true }],
    fixtext: null,
    additional_answers_attributes: [{ additional_question_id: 4, answer: 'yes' }],
  })
})

test('a rejected text shows the error at its field, and the others are saved without it', async () => {
  const { world, sent, passTime } = createWorld([
    () => new RejectedSave({ fixtext: ['Too long.'] }),
    () => createRule({ lock_version: 2, check: 'Look twice.' }),
    () => createRule({ lock_version: 3, check: 'Look twice.', fixtext: 'Short.' }),
  ])
  const editor = new RuleEditor(world, createRule())
  editor.write('fixtext', 'Long.')
  editor.write('check:content', 'Look twice.')
  await editor.save()
  expect(editor.snapshot()).toMatchObject({ wrong: { fixtext: ['Too long.'] }, saving: { state: 'refused' } })
  await passTime()
  expect(sent.at(-1)?.texts).toEqual({ 'check:content': 'Look twice.' })
  expect(editor.snapshot()).toMatchObject({ changed: ['fixtext'], saving: { state: 'refused' } })
  await passTime()
  expect(sent).toHaveLength(2)
  editor.write('fixtext', 'Short.')
  expect(editor.snapshot().wrong).toEqual({})
  await passTime()
  expect(editor.snapshot()).toMatchObject({ changed: [], saving: { state: 'saved' } })
})

test('NUL characters in a pasted text are removed', () => {
  const { world } = createWorld([])
  const editor = new RuleEditor(world, createRule())
  editor.write('fixtext', 'a\0b\0')
  expect(editor.snapshot().texts['fixtext']).toBe('ab')
})

test('an error that names a field is shown at that field', () => {
  const errors = ['must be shorter']
  expect(
    toFieldErrors({
      fixtext: errors,
      'checks_attributes.0.content': errors,
      'disa_rule_descriptions_attributes.0.poam': errors,
    }),
  ).toEqual({ fixtext: errors, 'check:content': errors, 'disa:poam': errors })
})

test('sends refused texts again when the record or the access of the user changed', async () => {
  const { world, sent, passTime } = createWorld([
    () => new RejectedSave({ fixtext: ['is locked'] }),
    () => new Error('The requirement is locked.'),
    () => createRule({ fixtext: 'Mine.', lock_version: 3 }),
  ])
  const editor = new RuleEditor(world, createRule())
  editor.retryRefused()
  await passTime()
  expect(sent).toEqual([])
  editor.write('fixtext', 'Mine.')
  await editor.save()
  expect(editor.snapshot().wrong).toEqual({ fixtext: ['is locked'] })
  editor.retryRefused()
  await passTime()
  expect(editor.snapshot()).toMatchObject({ wrong: {}, saving: { state: 'refused' } })
  // A record without a change sends nothing.
  editor.take(createRule())
  await passTime()
  expect(sent).toHaveLength(2)
  editor.take(createRule({ title: 'Another title', lock_version: 2 }))
  await passTime()
  expect(sent.at(-1)).toEqual({ texts: { fixtext: 'Mine.' }, seen: 2 })
  expect(editor.snapshot()).toMatchObject({ changed: [], saving: { state: 'saved' } })
})
