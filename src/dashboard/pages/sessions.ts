// The sessions of whoever looks at the page.
import { apiClient, type Schemas } from '../kit/api.js'
import { badge, type DomChild, element, factList } from '../kit/dom.js'
import { timeElement } from '../kit/format.js'
import { showPage } from '../kit/frame.js'
import { openPanel } from '../kit/panel.js'

export function showSessions(): void {
  const panel = openPanel(element('h2', { class: 'unseen' }, 'Live sessions'))
  showPage('Sessions', panel.element)
  void panel.load(apiClient.GET('/api/auth/session'), partsOf)
}

function partsOf({ principal, sessions }: Schemas['Identity']): DomChild[] {
  const name = element('strong', {}, principal)
  return [
    element('p', {}, 'Open for the key ', name, '. One that is not used for a week ends by itself.'),
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
    element('p', { class: 'muted' }, user_agent ?? 'It did not say what it is.'),
    factList([
      ['Address', ip ?? 'unknown'],
      ['Logged in', timeElement(created)],
      ['Last used', timeElement(last_seen)],
      ['Ends', timeElement(expires_at)]
    ])
  )
}

/** Later names stand in the agents of browsers that also claim the earlier ones. */
const BROWSERS = [/(Edg)\//, /(OPR)\//, /(Firefox)\//, /(Chrom)(e|ium)\//, /(Safari)\//]
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Chrom: 'Chrome' }
const SYSTEMS = /Android|iPhone|iPad|Windows|Mac OS X|Linux/

function browserOf(agent: string): string {
  const found = BROWSERS.map((pattern) => pattern.exec(agent)?.[1]).find((name) => name !== undefined)
  const browser = found === undefined ? 'Another program' : (NAMES[found] ?? found)
  const system = SYSTEMS.exec(agent)?.[0].replace('Mac OS X', 'macOS')
  return system === undefined ? browser : `${browser} on ${system}`
}
