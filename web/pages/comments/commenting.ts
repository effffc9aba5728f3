import type { Summary } from '../components/phase.ts'

/** What the comment window of a component takes from its members now. */
export interface Commenting {
  /** New comments and reactions. */
  open: boolean
  replies: boolean
}

/** The comment window as the service publishes it with the component. */
export function commentingIn({
  effective_permissions: role,
  accepting_new_comments: open,
  triaging_active: replies,
}: Summary): Commenting {
  const isMember = role !== null
  return { open: isMember && open, replies: isMember && replies }
}
