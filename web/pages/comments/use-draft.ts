import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { draftsOf } from '../../api/drafts.ts'
import { me } from '../../api/me.ts'

/** A text that is being written for a place, kept in this browser with every key until it is sent. */
export interface DraftText {
  text: string
  write: (text: string) => void
  /** Call it when the text was sent: what was written since then stays. */
  sent: (text: string) => void
}

/** The draft of a place, such as `comment:rule:12:fixtext`; `start` is what stands there when nothing was kept. */
export function useDraft(place: string, start = ''): DraftText {
  const { data: person } = useSuspenseQuery(me())
  const [text, setText] = useState(start)
  const touched = useRef(false)
  useEffect(() => {
    let left = false
    void draftsOf(person.id)
      .read(place)
      .then((draft) => {
        if (draft && !left && !touched.current) setText(draft.text)
      })
    return () => void (left = true)
  }, [person.id, place])
  const drafts = draftsOf(person.id)
  return {
    text,
    write: (to) => {
      touched.current = true
      setText(to)
      void drafts.keep(place, to === start ? '' : to)
    },
    sent: (sent) => {
      setText((now) => (now === sent ? '' : now))
      void drafts.read(place).then((draft) => (draft?.text === sent ? drafts.forget(place) : undefined))
    },
  }
}
