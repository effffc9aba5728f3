import { runAfterPaint } from './after-paint.ts'

// Running the application's code takes longer than a frame, so the page's own content is painted first.
await new Promise<void>((resolve) => {
  runAfterPaint(resolve)
})
