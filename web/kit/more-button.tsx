import { rich } from '../languages/rich.ts'
import { Button } from './button.tsx'

/** A button that shows at most `step` more of the hidden rows of a list; nothing if none are hidden. */
export function MoreButton({ hidden, step, onPress }: { hidden: number; step: number; onPress: () => void }) {
  if (hidden <= 0) return null
  return <Button onPress={onPress}>{rich('Show {count} more', { count: Math.min(step, hidden) })}</Button>
}
