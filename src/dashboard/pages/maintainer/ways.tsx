// The pages of the maintainer, and the ways between them.
import type { ComponentChildren } from 'preact'
import { Screen } from '../../kit/page.js'
import { place } from '../../kit/router.js'
import { useStore } from '../../kit/store.js'

const WAYS = [
  ['Members', '/dashboard/maintainer'],
  ['Access', '/dashboard/maintainer/collaborators'],
  ['Branch rules', '/dashboard/maintainer/branch-rules'],
  ['Changes asked for', '/dashboard/maintainer/changes']
] as const

interface MaintainerScreenProps {
  lead: ComponentChildren
  tools?: ComponentChildren
  children: ComponentChildren
}

export function MaintainerScreen({ lead, tools, children }: MaintainerScreenProps) {
  const { path } = useStore(place)
  const [title] = WAYS.find(([, href]) => href === path) ?? ['Maintainer']
  return (
    <Screen title={title} lead={lead} tools={tools}>
      <nav aria-label="Maintainer">
        <ul class="ways">
          {WAYS.map(([name, href]) => (
            <li key={href}>
              <a href={href} aria-current={href === path ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Screen>
  )
}

export const maintainedPath = (fullName: string): string => `/dashboard/maintainer/${fullName}`

export const memberPath = (org: string, login: string): string =>
  `/dashboard/maintainer/members/${encodeURIComponent(org)}/${encodeURIComponent(login)}`

interface Way {
  title: string
  href: string
}

/** The ways from a page to what belongs to it. */
export function Ways({ ways }: { ways: readonly Way[] }) {
  return (
    <ul class="ways">
      {ways.map(({ title, href }) => (
        <li key={href}>
          <a href={href}>{title}</a>
        </li>
      ))}
    </ul>
  )
}
