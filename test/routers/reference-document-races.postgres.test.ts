import { expect, it } from 'vitest'
import { ROUNDS, sendConcurrently, sortStatuses } from '../support/concurrent-requests.ts'
import { createCciList } from '../support/reference-documents.ts'
import { uploadReference } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

/** A list whose entries share one definition. */
function createNamedList(name: string, count: number): Uint8Array {
  const items = Array.from({ length: count }, (_, index) => ({
    id: `CCI-${String(index).padStart(6, '0')}`,
    definition: name,
  }))
  return createCciList(items, { version: name })
}

const readStored = async () => {
  const entries = await world.database.queries.selectFrom('cci_definitions').select('definition').execute()
  const documents = await world.database.queries
    .selectFrom('reference_documents')
    .select(['version', 'entries_count'])
    .execute()
  return {
    documents,
    count: entries.length,
    names: [...new Set(entries.map(({ definition }) => definition))],
  }
}

it('concurrent uploads of a kind store one complete list, equal to one of them', async () => {
  const people = [await world.createSystemAdmin(), await world.createSystemAdmin()]
  const [first, second] = await Promise.all(people.map((person) => world.rest(person)))
  if (!first || !second) throw new Error('no clients')
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await sendConcurrently(
      () => uploadReference(first, createNamedList('one', 200)),
      () => uploadReference(second, createNamedList('two', 300)),
    )
    expect(sortStatuses(answers)).toEqual([200, 200])
    const { documents, count, names } = await readStored()
    expect(documents).toEqual([{ version: names[0], entries_count: names[0] === 'one' ? 200 : 300 }])
    expect([count, names.length]).toEqual([names[0] === 'one' ? 200 : 300, 1])
  }
})

it('an upload during a removal leaves a complete list or none', async () => {
  const admin = await world.rest(await world.createSystemAdmin())
  for (let round = 0; round < ROUNDS; round += 1) {
    await uploadReference(admin, createNamedList('old', 100))
    const [upload, removal] = await sendConcurrently(
      () => uploadReference(admin, createNamedList('new', 100)),
      () => admin.delete('/api/reference_documents/cci_list'),
    )
    expect([upload?.status, removal?.status]).toEqual([200, 200])
    const { documents, count, names } = await readStored()
    expect([documents.length, count, names]).toEqual(documents.length === 0 ? [0, 0, []] : [1, 100, ['new']])
  }
})
