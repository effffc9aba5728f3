import { openEmbedded } from './database/embedded/embedded.ts'
import { keepImage } from './database/embedded/prepared-image.ts'
import { reasonOf } from './server/reason.ts'

/** Makes at installation what a first start would make. Without it the service starts the same, only slower. */
try {
  const { orm, pglite, close } = await openEmbedded('memory:')
  await orm.migrator.up()
  await keepImage(await pglite.dumpDataDir('gzip'))
  await close()
} catch (error) {
  process.stderr.write(`The first start will take a few seconds longer: ${reasonOf(error)}\n`)
}
