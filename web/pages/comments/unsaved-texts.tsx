import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { openDrafts } from '../../api/drafts.ts'
import { createCurrentUserQuery } from '../../api/me.ts'
import { CopyButton } from '../../kit/copy.tsx'
import { Inline } from '../../kit/inline.tsx'
import { Stack } from '../../kit/stack.tsx'
import { t } from '../../languages/t.ts'
import { Block } from '../home/block.tsx'

/** A text that the user typed, and its label. */
export interface LabeledText {
  label: string
  text: string
}

/** Lists texts that this browser stores and that can't be saved anymore, each with a button to copy it. */
export function UnsavedTexts({
  subject,
  read,
}: {
  /** The kind and the id of the record that the texts are about. */
  subject: readonly [string, number]
  read: (drafts: ReturnType<typeof openDrafts>) => Promise<LabeledText[]>
}) {
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const { data: texts = [] } = useQuery({
    queryKey: ['unsaved-texts', person.id, ...subject],
    queryFn: () => read(openDrafts(person.id)),
    networkMode: 'always',
    gcTime: 0,
  })
  if (texts.length === 0) return null
  return (
    <Block title={t('Your unsaved texts')}>
      {texts.map(({ label, text }) => (
        <Stack key={label}>
          <h3>{label}</h3>
          <p className="prose" dir="auto">
            {text}
          </p>
          <Inline>
            <CopyButton text={text} label={t('Copy {name}', { name: label })} />
          </Inline>
        </Stack>
      ))}
    </Block>
  )
}
