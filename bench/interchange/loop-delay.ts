import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Preloaded into the service: SIGUSR2 prints the delays of the event loop since the previous signal. */
const RESOLUTION = 1
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
histogram.enable()
process.on('SIGUSR2', () => {
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION).toFixed(1)
  console.log(
    `loop held ${ms(histogram.percentile(50))} ${ms(histogram.percentile(99))} ${ms(histogram.max)}`,
  )
  histogram.reset()
})
