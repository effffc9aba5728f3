import { openEmbedded } from './database/embedded/embedded.ts'
import { keepImage } from './database/embedded/prepared-image.ts'
import { reasonOf } from './server/reason.ts'

/** Databases that new ones would be made of: half of the files that a first start and a restore have to copy. */
const NEVER_USED = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/** Makes at installation what a first start would make. Without it the service starts the same, only slower. */
try {
  const { orm, pglite, close } = await openEmbedded('memory:')
  await orm.migrator.up()
  for (const statement of NEVER_USED) await pglite.query(statement)
  await keepImage(await pglite.dumpDataDir('gzip'))
  await close()
} catch (error) {
  process.stderr.write(`The first start will take a few seconds longer: ${reasonOf(error)}\n`)
}
