import { AddressLink } from '../../kit/link.tsx'
import type { NewComment } from './new-comment.ts'

/** A new comment with a link to it, or a review step, and its text. */
export function NewCommentText({ comment: { id, label, text } }: { comment: NewComment }) {
  return (
    <>
      <p>{id === null ? label : <AddressLink to={`/reviews/${id}`}>{label}</AddressLink>}</p>
      {text !== '' && <p dir="auto">{text}</p>}
    </>
  )
}
