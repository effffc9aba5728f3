/**
 * Preloaded into a service (`--import`). Records the longest time that JavaScript blocked the event loop, in CPU time of
 * its thread so that a busy machine does not count, and the peak memory. SIGUSR2 prints both and resets them.
 */
const MARK = 'event-loop '
const MEMORY_MS = 10

let hold = 0
let used = process.threadCpuUsage()
let peak = process.memoryUsage.rss()
let base = peak
let looked = performance.now()

setInterval(() => {
  const { user, system } = process.threadCpuUsage(used)
  hold = Math.max(hold, (user + system) / 1000)
  used = process.threadCpuUsage()
  if (performance.now() - looked < MEMORY_MS) return
  looked = performance.now()
  peak = Math.max(peak, process.memoryUsage.rss())
}, 1).unref()

process.on('SIGUSR2', () => {
  const figures = { holdMs: hold, grownMb: Math.max(0, peak - base) / 1024 / 1024 }
  process.stdout.write(`${MARK}${JSON.stringify(figures)}\n`)
  hold = 0
  used = process.threadCpuUsage()
  base = process.memoryUsage.rss()
  peak = base
})
