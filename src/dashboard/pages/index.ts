// The module of each page, loaded when the page is opened first. A page of the site map without one does not compile.
import type { ComponentType } from 'preact'
import type { PageProps } from '../kit/page.js'
import type { PageName } from '../site-map.js'

type LoadPage = () => Promise<ComponentType<PageProps>>

export const PAGES: Record<PageName, LoadPage> = {
  overview: () => import('./overview/index.js').then((page) => page.OverviewPage),
  deliveries: () => import('./deliveries/list.js').then((page) => page.DeliveriesPage),
  delivery: () => import('./deliveries/detail.js').then((page) => page.DeliveryPage),
  sessions: () => import('./sessions.js').then((page) => page.SessionsPage),
  login: () => import('./login.js').then((page) => page.LoginPage)
}
