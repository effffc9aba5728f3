import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Preloaded into the service: SIGUSR2 prints the delays of the event loop since the previous signal. */
const RESOLUTION = 1
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
histogram.enable()
process.on('SIGUSR2', () => {
  const formatDelay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION).toFixed(1)
  console.log(
    `loop held ${formatDelay(histogram.percentile(50))} ${formatDelay(histogram.percentile(99))} ${formatDelay(histogram.max)}`,
  )
  histogram.reset()
})
