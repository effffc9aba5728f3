import { createLink, useRouter, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { RouterProvider } from 'react-aria-components'
import { toButtonClass, type ButtonProps } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

interface LinkStyle {
  /** Looks like a button, for the next step of a flow. */
  variant?: ButtonProps['variant'] | 'secondary'
  wide?: boolean
  icon?: IconName
  ref?: Ref<HTMLAnchorElement>
}

function Anchor({
  variant,
  wide = false,
  icon,
  children,
  className,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & LinkStyle) {
  const classes =
    variant === undefined
      ? (className ?? '')
      : toButtonClass(variant === 'secondary' ? undefined : variant, wide)
  return (
    <a {...props} className={classes}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

const Routed = createLink(Anchor)

/** A link to a page of the application. Hover or focus prefetches its code and data. */
export const Link: LinkComponent<typeof Anchor> = (props) => <Routed {...props} />

/** A link to an address that is computed at run time, such as one of several tabs. */
export function AddressLink({
  to,
  exact = false,
  ...props
}: LinkStyle & {
  to: string
  /** Marks the link as current at exactly this address, not at the addresses below it. */
  exact?: boolean
  search?: Record<string, string | number>
  hash?: string
  'aria-label'?: string
  children: ReactNode
}) {
  return <Routed to={to} activeOptions={{ exact }} {...props} />
}

/** Makes links in menus and lists navigate without a reload; the shell renders it once. */
export function Navigation({ children }: { children: ReactNode }) {
  const router = useRouter()
  return (
    <RouterProvider
      navigate={(path) => void router.navigate({ to: path })}
      useHref={(path) => router.buildLocation({ to: path }).publicHref}
    >
      {children}
    </RouterProvider>
  )
}
