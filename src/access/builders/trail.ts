import { isRecord } from '../../wire/refused-input.ts'
import { signedInReading } from '../procedures.ts'
import { admitToTrail, TRAIL } from '../trail.ts'

/** Viewers read the trail of what they may see; all of it is a system administrator's (rule C-70). */
export function trail() {
  return signedInReading
    .meta({ access: { record: 'target', needs: TRAIL } })
    .use(async ({ ctx, getRawInput, next }) => {
      const raw = await getRawInput()
      await admitToTrail(ctx.db, ctx.actor, isRecord(raw) ? raw : {})
      return next()
    })
}
