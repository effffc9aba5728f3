import { prepareBundle } from './prepare/bundle.ts'
import { firstStart } from './prepare/first-start.ts'
import { prepareImage } from './prepare/image.ts'
import { reasonOf } from './server/reason.ts'

/** Makes at installation what starts would make. Without it the service starts the same, only slower. */
for (const [what, make] of [
  ['Every start will take longer', prepareBundle],
  ['The first start will take a few seconds longer', prepareImage],
  ['The next start will take longer', firstStart],
] as const) {
  try {
    await make()
  } catch (error) {
    process.stderr.write(`${what}: ${reasonOf(error)}\n`)
  }
}
