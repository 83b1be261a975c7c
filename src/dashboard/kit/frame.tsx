// The frame of every page: skip link, navigation, how fresh the page is, and logout.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { GROUPS, SITE_MAP, type Site } from '../site-map.js'
import { Announcer } from './announcer.js'
import { apiClient, callApi } from './api.js'
import { DiskBanner } from './disk-banner.js'
import { isHostEmulated } from './emulated.js'
import { formatClock } from './format.js'
import { ActionButton } from './forms/action-button.js'
import { KeyboardShortcuts } from './keys.js'
import { PRODUCT } from './page.js'
import { LOGIN } from './return-path.js'
import { place } from './router.js'
import { useStore } from './store.js'
import { Toasts, toast } from './toasts.js'
import { togglePause, updates } from './use-api.js'

const sites: readonly Site[] = SITE_MAP

export function Frame({ children }: { children: ComponentChildren }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const { path } = useStore(place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a page wants the menu out of the way
  useEffect(() => setIsMenuOpen(false), [path])
  return (
    <>
      <SkipLink />
      <header class="masthead">
        <button
          type="button"
          class="menu"
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          Menu
        </button>
        <Brand />
        <Freshness />
        <Logout />
      </header>
      <div class="columns">
        <Navigation path={path} isOpen={isMenuOpen} />
        <main id="main" tabIndex={-1}>
          <DemoBanner />
          <DiskBanner />
          {children}
        </main>
      </div>
      <Toasts />
      <Announcer />
      <KeyboardShortcuts />
    </>
  )
}

/** The frame without navigation, for whoever is not logged in. */
export function BareFrame({ children }: { children: ComponentChildren }) {
  return (
    <>
      <SkipLink />
      <header class="masthead">
        <Brand />
      </header>
      <main id="main" tabIndex={-1} class="narrow">
        <DemoBanner />
        {children}
      </main>
      <Announcer />
    </>
  )
}

/** The server says it of a demo only. */
function DemoBanner() {
  if (!isHostEmulated()) return null
  return (
    <p class="banner demo">
      Demo: the host is emulated on this machine, and the organisation is made up. Nothing here is real.
    </p>
  )
}

function SkipLink() {
  return (
    <a class="skip" href="#main">
      Skip to content
    </a>
  )
}

function Brand() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href
  return (
    <p class="brand">
      <img src={icon} alt="" width={28} height={28} />
      <span>{PRODUCT}</span>
    </p>
  )
}

function Navigation({ path, isOpen }: { path: string; isOpen: boolean }) {
  return (
    <nav id="navigation" aria-label="Dashboard" class={isOpen ? 'open' : ''}>
      {GROUPS.filter((group) => sites.some((site) => site.group === group)).map((group) => (
        <div key={group}>
          <h2 id={`nav-${group}`}>{group}</h2>
          <ul aria-labelledby={`nav-${group}`}>
            {sites
              .filter((site) => site.group === group)
              .map((site) => (
                <li key={site.path}>
                  <a href={site.path} aria-current={isWithin(path, site.path) ? 'page' : undefined}>
                    {site.title}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <a href="/docs">Documentation</a>
    </nav>
  )
}

/** A detail belongs to its list, unless the navigation lists it itself. */
function isWithin(path: string, page: string): boolean {
  if (sites.some((site) => site.group !== undefined && site.path === path)) return path === page
  return page !== '/dashboard' && path.startsWith(`${page}/`)
}

function Freshness() {
  const { isPaused, at } = useStore(updates)
  return (
    <div class="freshness">
      <span class="muted">{at === undefined ? '' : `Updated ${formatClock(at)}`}</span>
      <button type="button" onClick={togglePause}>
        {isPaused ? 'Resume updates' : 'Pause updates'}
      </button>
    </div>
  )
}

function Logout() {
  return (
    <div class="way-out">
      <button type="button" onClick={() => void logout(false)}>
        Log out
      </button>
      <ActionButton
        label="Log out everywhere"
        explanation="This closes every session of your key, on every device."
        send={() => logout(true)}
      />
    </div>
  )
}

async function logout(all: boolean) {
  const result = await callApi(apiClient.POST('/api/auth/logout', { params: { query: { all } } }))
  if (!result.failure) location.replace(LOGIN)
  else toast(`You are still logged in. ${result.failure.message}`, true)
  return result
}
