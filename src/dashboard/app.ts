// The entry of the bundle: each address of the dashboard has one page.
import { showLogin } from './pages/login.js'
import { showOverview } from './pages/overview.js'
import { showSessions } from './pages/sessions.js'

const PAGES: Record<string, () => unknown> = {
  '/dashboard': showOverview,
  '/dashboard/login': showLogin,
  '/dashboard/sessions': showSessions
}

PAGES[location.pathname]?.()
