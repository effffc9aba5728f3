import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { LastingEngine, type MortalEngine } from '../../src/database/embedded/lasting-engine.ts'
import { PreparedPGlite } from '../../src/database/embedded/prepared-pglite.ts'
import { databaseRefusal } from '../../src/database/refusal.ts'

type Bytes = Uint8Array<ArrayBuffer>

function message(type: string, body: string): Bytes {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type, 0, 'latin1')
  bytes.writeInt32BE(4 + body.length, 1)
  bytes.write(body, 5, 'latin1')
  return new Uint8Array(bytes)
}

const READY = message('Z', 'I')
const said = (severity: string, code: string, text: string) =>
  message('E', `S${severity}\0V${severity}\0C${code}\0M${text}\0\0`)
const FULL = said('PANIC', '53100', 'could not write to file "pg_wal/xlogtemp.42": No space left on device')
const BROKEN = said('PANIC', 'XX001', 'corrupted')
const NO_EXTENSION = said('ERROR', '53100', 'could not extend file')

/** Engines that answer as they are told, and what became of each. */
class Engines {
  /** What was sent to each, as text. */
  readonly sent: string[][] = []
  readonly abandoned: number[] = []
  readonly closed: number[] = []
  readonly lastWords: string[] = []
  answer: (text: string) => Bytes = () => READY
  openings = 0
  /** Openings that fail from now on. */
  failing = 0

  readonly open = (): Promise<MortalEngine> => {
    this.openings += 1
    if (this.failing > 0) {
      this.failing -= 1
      return Promise.reject(new Error('could not open'))
    }
    const sent: string[] = []
    const number = this.sent.push(sent)
    return Promise.resolve({
      life: 1,
      send: (bytes) => {
        const text = Buffer.from(bytes).toString('latin1')
        sent.push(text)
        return Promise.resolve([this.answer(text)])
      },
      dump: () => Promise.resolve(new Blob([])),
      close: () => Promise.resolve(void this.closed.push(number)),
      abandon: () => Promise.resolve(void this.abandoned.push(number)),
      died: (lastWord) => void this.lastWords.push(lastWord.message),
    })
  }
}

/** A disk that has room again when somebody says so. */
function aDisk() {
  let room = Promise.withResolvers<undefined>()
  return {
    looked: 0,
    wait(signal: AbortSignal) {
      this.looked += 1
      signal.addEventListener('abort', () => room.reject(new Error('aborted')))
      return room.promise
    },
    free: () => room.resolve(undefined),
    fillAgain: () => (room = Promise.withResolvers<undefined>()),
  }
}

async function aLasting() {
  const engines = new Engines()
  const disk = aDisk()
  const lasting = await LastingEngine.open({
    open: engines.open,
    room: (signal) => disk.wait(signal),
    log: null,
  })
  return { engines, disk, lasting, pglite: new PreparedPGlite(lasting) }
}

/** Lets whatever was begun and waits for nothing outside run to its end. */
async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
}

/** How the service explains that this failed. */
const explained = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      const refusal = databaseRefusal(error)
      return refusal === null ? String(error) : [refusal.kind, refusal.reason, refusal.details]
    },
  )
const NO_ROOM = ['unavailable', 'database.no_room', { retryAfter: 5 }]

/** Has the engine say its last word to whatever holds this text. */
function dieAt(engines: Engines, word: string, lastWord = FULL) {
  engines.answer = (text) => (text.includes(word) ? lastWord : READY)
}

describe('an embedded engine whose disk is full', () => {
  it('refuses the statement it died of and all others, to be tried again, and asks the dead one nothing', async () => {
    const { engines, pglite } = await aLasting()
    dieAt(engines, 'update')
    const died = explained(pglite.query('update t'))
    const behind = explained(pglite.query('select 1'))
    expect([await died, await behind]).toEqual([NO_ROOM, NO_ROOM])
    expect(await explained(pglite.transaction((tx) => tx.query('select 2')))).toEqual(NO_ROOM)
    expect(engines.sent).toEqual([[expect.stringContaining('update t')]])
    expect([engines.abandoned, engines.lastWords]).toEqual([[1], []])
  })

  it('waits for room, and goes on with another engine by itself', async () => {
    const { engines, disk, pglite } = await aLasting()
    dieAt(engines, 'update')
    await explained(pglite.query('update t'))
    await settled()
    expect([disk.looked, engines.openings]).toEqual([1, 1])
    engines.answer = () => READY
    disk.free()
    await settled()
    expect(engines.openings).toBe(2)
    expect(await explained(pglite.query('update t'))).toBe('done')
    expect(engines.sent[1]).toEqual([expect.stringContaining('update t')])
  })

  it('does so as often as it happens', async () => {
    const { engines, disk, pglite } = await aLasting()
    for (let round = 1; round <= 3; round += 1) {
      disk.fillAgain()
      dieAt(engines, 'update')
      expect(await explained(pglite.query('update t'))).toEqual(NO_ROOM)
      engines.answer = () => READY
      disk.free()
      await settled()
      expect(await explained(pglite.query('update t'))).toBe('done')
    }
    expect(engines.abandoned).toEqual([1, 2, 3])
  })

  it('lives on where a statement alone found no room', async () => {
    const { engines, pglite } = await aLasting()
    dieAt(engines, 'insert', NO_EXTENSION)
    expect(await explained(pglite.query('insert into t'))).toEqual(NO_ROOM)
    expect(await explained(pglite.query('select 1'))).toBe('done')
    expect([engines.openings, engines.abandoned]).toEqual([1, []])
  })

  it('has the next engine parse what the one before knew by name', async () => {
    const { engines, disk, pglite } = await aLasting()
    const named = () => explained(pglite.query('select $1', ['x']))
    await named()
    await named()
    const parsed = (number: number) => engines.sent[number]?.filter((text) => text.startsWith('P')).length
    expect(parsed(0)).toBe(1)
    dieAt(engines, 'update')
    await explained(pglite.query('update t'))
    engines.answer = () => READY
    disk.free()
    await settled()
    expect(await named()).toBe('done')
    expect(parsed(1)).toBe(1)
  })
})

describe('a transaction whose engine died of a full disk', () => {
  it('does nothing in the next one, whatever its work makes of the refusal', async () => {
    const { engines, disk, pglite } = await aLasting()
    dieAt(engines, 'second')
    const transaction = explained(
      pglite.transaction(async (tx) => {
        await tx.query('first')
        expect(await explained(tx.query('second'))).toEqual(NO_ROOM)
        engines.answer = () => READY
        disk.free()
        await settled()
        expect(await explained(tx.query('third'))).toEqual(NO_ROOM)
      }),
    )
    expect(await transaction).toEqual(NO_ROOM)
    expect(engines.sent).toEqual([
      [expect.stringContaining('BEGIN'), expect.stringContaining('first'), expect.stringContaining('second')],
      [],
    ])
    expect(await explained(pglite.query('next'))).toBe('done')
  })

  it('says why it failed, with nothing to roll back', async () => {
    const { engines, pglite } = await aLasting()
    dieAt(engines, 'second')
    const transaction = pglite.transaction((tx) => tx.query('second'))
    await expect(transaction).rejects.toMatchObject({ severity: 'PANIC', code: '53100' })
    expect(engines.sent[0]).toHaveLength(2)
  })

  it('is refused statement by statement, and at its commit, when it cannot begin', async () => {
    const { engines, pglite } = await aLasting()
    dieAt(engines, 'BEGIN')
    let begun = false
    const transaction = pglite.transaction(async (tx) => {
      begun = true
      expect(await explained(tx.query('first'))).toEqual(NO_ROOM)
    })
    expect([await explained(transaction), begun]).toEqual([NO_ROOM, true])
    expect(engines.sent[0]).toHaveLength(1)
  })

  it('is refused when its commit is what found no room', async () => {
    const { engines, disk, pglite } = await aLasting()
    dieAt(engines, 'COMMIT')
    expect(await explained(pglite.transaction((tx) => tx.query('first')))).toEqual(NO_ROOM)
    disk.free()
    await settled()
    expect(engines.sent[1]).toEqual([])
  })
})

describe('an embedded engine that cannot go on', () => {
  it('is the end of the process when it died of anything else', async () => {
    const { engines, pglite } = await aLasting()
    dieAt(engines, 'update', BROKEN)
    await expect(pglite.query('update t')).rejects.toThrow('corrupted')
    expect([engines.lastWords, engines.openings]).toEqual([['corrupted'], 1])
  })

  it('is tried again where the disk filled up meanwhile, and is the end of the process where it never opens', async () => {
    const { engines, disk, pglite } = await aLasting()
    const die = async (failing: number) => {
      dieAt(engines, 'update')
      engines.failing = failing
      await explained(pglite.query('update t'))
      engines.answer = () => READY
      disk.free()
      await settled()
    }
    await die(2)
    expect(await explained(pglite.query('update t'))).toBe('done')
    expect(engines.lastWords).toEqual([])
    await die(100)
    expect(engines.lastWords).toEqual(['could not open'])
  })

  it('is closed in good order while it waits for room', async () => {
    const { engines, disk, pglite } = await aLasting()
    dieAt(engines, 'update')
    await explained(pglite.query('update t'))
    await settled()
    await pglite.close()
    expect([disk.looked, engines.closed, engines.lastWords]).toEqual([1, [], []])
  })

  it('is closed when it came back', async () => {
    const { engines, disk, pglite } = await aLasting()
    dieAt(engines, 'update')
    await explained(pglite.query('update t'))
    disk.free()
    await settled()
    await pglite.close()
    expect(engines.closed).toEqual([2])
  })
})
