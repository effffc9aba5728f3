import type { Summary } from '../components/phase.ts'

/** The actions that a component's comment window allows its members now. */
export interface CommentWindow {
  /** New comments and reactions. */
  open: boolean
  replies: boolean
}

/** Reads the comment window from the component's data. */
export function toCommenting({
  effective_permissions: role,
  accepting_new_comments: open,
  triaging_active: replies,
}: Summary): CommentWindow {
  const isMember = role !== null
  return { open: isMember && open, replies: isMember && replies }
}
