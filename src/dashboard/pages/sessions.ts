// The sessions of the current user.
import { apiClient, type Schemas } from '../kit/api.js'
import { openDiskBanner } from '../kit/disk-banner.js'
import { badge, type DomChild, element, factList } from '../kit/dom.js'
import { timeElement } from '../kit/format.js'
import { showPage } from '../kit/frame.js'
import { openPanel } from '../kit/panel.js'

export function showSessions(): void {
  const panel = openPanel(element('h2', { class: 'unseen' }, 'Live sessions'))
  const disk = openDiskBanner()
  showPage('Sessions', disk.element, panel.element)
  void disk.load()
  void panel.load(apiClient.GET('/api/auth/session'), partsOf)
}

function partsOf({ principal, sessions }: Schemas['Identity']): DomChild[] {
  const name = element('strong', {}, principal)
  return [
    element('p', {}, 'Sessions of the key ', name, '. A session expires after a week without use.'),
    element('ul', { class: 'sessions' }, ...sessions.map(itemOf))
  ]
}

function itemOf({
  user_agent,
  current,
  ip,
  created,
  last_seen,
  expires_at
}: Schemas['Session']): HTMLElement {
  return element(
    'li',
    {},
    element('h3', {}, browserOf(user_agent ?? ''), current && badge('current', 'this session')),
    element('p', { class: 'muted' }, user_agent ?? 'No user agent was sent.'),
    factList([
      ['Address', ip ?? 'unknown'],
      ['Logged in', timeElement(created)],
      ['Last used', timeElement(last_seen)],
      ['Ends', timeElement(expires_at)]
    ])
  )
}

/** Ordered by precedence: the user agents of the former browsers also contain the names of the latter. */
const BROWSERS = [/(Edg)\//, /(OPR)\//, /(Firefox)\//, /(Chrom)(e|ium)\//, /(Safari)\//]
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Chrom: 'Chrome' }
const SYSTEMS = /Android|iPhone|iPad|Windows|Mac OS X|Linux/

function browserOf(agent: string): string {
  const match = BROWSERS.map((pattern) => pattern.exec(agent)?.[1]).find((name) => name !== undefined)
  const browser = match === undefined ? 'Unknown browser' : (NAMES[match] ?? match)
  const system = SYSTEMS.exec(agent)?.[0].replace('Mac OS X', 'macOS')
  return system === undefined ? browser : `${browser} on ${system}`
}
