/** Whether arguments of a command ask for its help. */
export function hasHelpFlag(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}
