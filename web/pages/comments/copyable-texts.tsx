import { CopyButton } from '../../kit/copy.tsx'
import { Inline } from '../../kit/inline.tsx'
import { Stack } from '../../kit/stack.tsx'
import { t } from '../../languages/t.ts'
import { Block } from '../home/block.tsx'

/** Texts that the user typed and that can't be saved anymore: each with its label and a button to copy it. */
export function CopyableTexts({ texts }: { texts: readonly { label: string; text: string }[] }) {
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
