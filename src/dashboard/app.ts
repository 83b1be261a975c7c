// The entry of the bundle: each address of the dashboard has one page.
import { showLogin } from './login.js'
import { showOverview } from './overview.js'
import { showSessions } from './sessions.js'

const PAGES: Record<string, () => unknown> = {
  '/dashboard': showOverview,
  '/dashboard/login': showLogin,
  '/dashboard/sessions': showSessions
}

PAGES[location.pathname]?.()
