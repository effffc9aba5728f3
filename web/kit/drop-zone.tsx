import { useEffect, useRef, type ReactNode } from 'react'
import { DropZone as AriaDropZone, FileTrigger, type FileDropItem } from 'react-aria-components'
import { Button } from './button.tsx'
import styles from './drop-zone.module.css'

/** Accepts files that are dropped, pasted, or chosen with its button; an empty list if something else was dropped. */
export function DropZone({
  label,
  action,
  accept,
  onFiles,
  isDisabled = false,
  several = true,
  children,
}: {
  label: string
  /** The label of the button. */
  action: string
  /** Extensions and media types that the file dialog offers; dropped files are not filtered. */
  accept: readonly string[]
  onFiles: (files: File[]) => void
  isDisabled?: boolean
  /** False: the file dialog offers one file only. */
  several?: boolean
  children?: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  const wasDisabled = useRef(isDisabled)
  // A disabled button loses the focus, which returns when the upload has ended.
  useEffect(() => {
    const isFocusLost = wasDisabled.current && !isDisabled && document.activeElement === document.body
    if (isFocusLost) button.current?.focus()
    wasDisabled.current = isDisabled
  }, [isDisabled])
  const drop = async (items: readonly unknown[]) => {
    const files = await Promise.all(items.filter(isFile).map((item) => item.getFile()))
    onFiles(files)
  }
  return (
    <AriaDropZone
      aria-label={label}
      className={styles['zone'] ?? ''}
      isDisabled={isDisabled}
      onDrop={({ items }) => void drop(items)}
    >
      <FileTrigger
        acceptedFileTypes={accept}
        allowsMultiple={several}
        onSelect={(list) => list && list.length > 0 && onFiles([...list])}
      >
        <Button ref={button} icon="upload" isDisabled={isDisabled}>
          {action}
        </Button>
      </FileTrigger>
      {children}
    </AriaDropZone>
  )
}

function isFile(item: unknown): item is FileDropItem {
  return typeof item === 'object' && item !== null && 'kind' in item && item.kind === 'file'
}
