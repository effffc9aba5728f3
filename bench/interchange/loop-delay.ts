import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded before the service: at SIGUSR2 it prints how long its event loop was held since the last time. */
const RESOLUTION = 1
const held = monitorEventLoopDelay({ resolution: RESOLUTION })
held.enable()
process.on('SIGUSR2', () => {
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION).toFixed(1)
  console.log(`loop held ${ms(held.percentile(50))} ${ms(held.percentile(99))} ${ms(held.max)}`)
  held.reset()
})
