import { useMemo } from 'react'
import { Link } from '../../kit/link.tsx'
import { piecesOf } from './split-words.ts'

/** What someone wrote, as they wrote it: only addresses and comment numbers become links. */
export function FormattedText({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text])
  return (
    <p className="prose" dir="auto">
      {pieces.map((piece, place) => {
        if (piece.kind === 'plain') return piece.text
        if (piece.kind === 'comment')
          return (
            <Link key={place} to="/reviews/$reviewId" params={{ reviewId: piece.id }} preload={false}>
              {piece.text}
            </Link>
          )
        return (
          <a key={place} href={piece.href} rel="noreferrer nofollow" target="_blank">
            {piece.text}
          </a>
        )
      })}
    </p>
  )
}
