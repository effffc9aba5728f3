import { useEffect, useRef } from 'react'
import { Empty } from '../app/states.tsx'
import { formatNumber, t } from '../languages/t.ts'
import { Button } from './button.tsx'
import styles from './pages.module.css'

/** Links to the previous and next page of a list; nothing if there is only one page. */
export function Pages({
  pagination: { page, per_page: size, total },
  onPage,
}: {
  pagination: { page: number; per_page: number; total: number }
  onPage: (page: number) => void
}) {
  const last = Math.max(1, Math.ceil(total / size))
  const nav = useRef<HTMLElement>(null)
  const isPressed = useRef(false)
  const turn = (next: number) => {
    isPressed.current = true
    onPage(next)
  }
  // The button of the last page is disabled and loses the focus; the other one gets it.
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) {
      nav.current?.querySelector<HTMLElement>('button:not([disabled])')?.focus()
    }
    isPressed.current = false
  }, [page])
  if (last === 1 && page === 1) return null
  return (
    <nav ref={nav} className={styles['pages']} aria-label={t('Pages of the list')}>
      <Button icon="left" isDisabled={page <= 1} onPress={() => turn(Math.min(page - 1, last))}>
        {t('Newer')}
      </Button>
      <span>
        {t('Page {page} of {total}', {
          page: formatNumber(page),
          total: formatNumber(last),
        })}
      </span>
      <Button icon="right" isDisabled={page >= last} onPress={() => turn(page + 1)}>
        {t('Older')}
      </Button>
    </nav>
  )
}

/** Replaces the rows of a page after the last one, for example after entries were deleted. */
export function AfterLastPage({ onPage }: { onPage: (page: number) => void }) {
  return (
    <Empty action={<Button onPress={() => onPage(1)}>{t('Go to the first page')}</Button>}>
      {t('The list has no page with this number')}
    </Empty>
  )
}
