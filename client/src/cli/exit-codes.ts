/** The exit codes with their meanings, for `rulewright --help` and the README. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  away: 6,
  later: 7,
  jobFailed: 8,
  file: 9,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_MEANINGS: Record<keyof typeof EXIT, string> = {
  done: 'done',
  refused: 'rejected by the service: invalid value or state',
  usage: 'called with wrong arguments; nothing was sent',
  notAllowed: 'not signed in, or not allowed',
  notFound: 'not found, or not visible to you',
  conflict: 'conflict: changed by someone else in the meantime',
  away: 'the service is not available, or its certificate is not trusted',
  later: 'try again later: too many requests, or timed out waiting',
  jobFailed: 'the job failed or was canceled',
  file: 'a file on this machine could not be read or written',
  interrupted: 'interrupted with Ctrl+C, or ended by SIGTERM; watch ends with 0',
}
