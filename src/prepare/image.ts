import { openEmbedded } from '../database/embedded/embedded.ts'
import { keepImage } from '../database/embedded/prepared-image.ts'

/** Databases that new ones would be made of: half of the files that a first start and a restore have to copy. */
const NEVER_USED = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/** Keeps an image of an empty, migrated database, which a first start takes a copy of. */
export async function prepareImage(): Promise<void> {
  const { orm, pglite, close } = await openEmbedded('memory:')
  await orm.migrator.up()
  for (const statement of NEVER_USED) await pglite.query(statement)
  await keepImage(await pglite.dumpDataDir('gzip'))
  await close()
}
