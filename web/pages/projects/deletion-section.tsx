import { Button } from '../../kit/button.tsx'
import { Block } from '../home/block.tsx'
import styles from './deletion-section.module.css'

/** The last section of a page of settings: a note, and the button that starts the deletion. */
export function DeletionSection({
  title,
  note,
  isDisabled = false,
  onPress,
}: {
  /** The title of the section and of its button. */
  title: string
  note: string
  isDisabled?: boolean
  onPress: () => void
}) {
  return (
    <div className={styles['deletion']}>
      <Block title={title}>
        <p className={styles['note']}>{note}</p>
        <Button variant="danger" isDisabled={isDisabled} onPress={onPress}>
          {title}
        </Button>
      </Block>
    </div>
  )
}
