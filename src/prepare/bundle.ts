import { freshBundle } from '../bundle/fresh.ts'
import { ROOT } from '../bundle/places.ts'

/** Makes the bundle that the service starts from, unless there is one of these sources, as in an image. */
export async function prepareBundle(): Promise<void> {
  if (freshBundle(ROOT) !== null) return
  // What makes it is not there in an image.
  const { makeBundle } = await import('../bundle/make.ts')
  await makeBundle()
}
