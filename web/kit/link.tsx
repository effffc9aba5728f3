import { createLink, useRouter, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { RouterProvider } from 'react-aria-components'
import { classesOf, type ButtonProps } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

interface Looks {
  /** Looks like a button, where it leads on in a flow. */
  look?: ButtonProps['look'] | 'button'
  wide?: boolean
  icon?: IconName
  ref?: Ref<HTMLAnchorElement>
}

function Anchor({
  look,
  wide = false,
  icon,
  children,
  className,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & Looks) {
  const classes =
    look === undefined ? (className ?? '') : classesOf(look === 'button' ? undefined : look, wide)
  return (
    <a {...props} className={classes}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

const Routed = createLink(Anchor)

/** A link to a page of ours; its code and data are fetched when the pointer or focus comes near. */
export const Link: LinkComponent<typeof Anchor> = (props) => <Routed {...props} />

/** A link to a page whose address is made at run time, such as one of several tabs. */
export function AddressLink({
  to,
  exact = false,
  ...props
}: Looks & {
  to: string
  /** Only this very address is the current page, not those below it. */
  exact?: boolean
  search?: Record<string, string | number>
  hash?: string
  'aria-label'?: string
  children: ReactNode
}) {
  return <Routed to={to} activeOptions={{ exact }} {...props} />
}

/** Lets links of menus and lists lead to pages of ours without a reload; the shell has it once. */
export function Navigation({ children }: { children: ReactNode }) {
  const router = useRouter()
  return (
    <RouterProvider
      navigate={(to) => void router.navigate({ to })}
      useHref={(to) => router.buildLocation({ to }).publicHref}
    >
      {children}
    </RouterProvider>
  )
}
