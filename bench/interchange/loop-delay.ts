import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Preloaded into the service: SIGUSR2 prints the delays of the event loop since the previous signal. */
const RESOLUTION = 1
const held = monitorEventLoopDelay({ resolution: RESOLUTION })
held.enable()
process.on('SIGUSR2', () => {
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION).toFixed(1)
  console.log(`loop held ${ms(held.percentile(50))} ${ms(held.percentile(99))} ${ms(held.max)}`)
  held.reset()
})
