// The entry of the bundle: shows the page that belongs to the URL.
import { showLogin } from './pages/login.js'
import { showOverview } from './pages/overview.js'
import { showSessions } from './pages/sessions.js'

const PAGES: Record<string, () => unknown> = {
  '/dashboard': showOverview,
  '/dashboard/login': showLogin,
  '/dashboard/sessions': showSessions
}

PAGES[location.pathname]?.()
