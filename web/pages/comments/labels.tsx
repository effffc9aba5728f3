import { useContext, useMemo } from 'react'
import { Link } from '../../kit/link.tsx'
import { ComponentContext } from './component-context.ts'
import { splitText } from './split-text.ts'

/**
 * Shows a comment's text unchanged, except that addresses and the numbers of comments and requirements become links.
 */
export function FormattedText({ text }: { text: string }) {
  const component = useContext(ComponentContext)
  const prefix = component?.prefix ?? null
  const pieces = useMemo(() => splitText(text, prefix), [text, prefix])
  return (
    <p className="prose" dir="auto">
      {pieces.map((piece, index) => {
        if (piece.kind === 'plain') return piece.text
        if (piece.kind === 'comment') {
          return (
            <Link key={index} to="/reviews/$reviewId" params={{ reviewId: piece.id }} preload={false}>
              {piece.text}
            </Link>
          )
        }
        if (piece.kind === 'requirement') {
          return (
            <Link
              key={index}
              to="/components/$id/$name"
              params={{ id: component?.componentId ?? 0, name: piece.name }}
              preload={false}
            >
              {piece.text}
            </Link>
          )
        }
        return (
          <a key={index} href={piece.href} rel="noreferrer nofollow" target="_blank">
            {piece.text}
          </a>
        )
      })}
    </p>
  )
}
