import { afterPaint } from './after-paint.ts'

// The code of the application takes longer than a frame: what the page itself says is shown before it begins.
await new Promise<void>((resolve) => {
  afterPaint(resolve)
})
