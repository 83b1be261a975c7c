// The sessions of whoever looks at the page.
import { type Schemas, service } from '../kit/api.js'
import { badge, type Child, element, factsOf } from '../kit/dom.js'
import { showPage } from '../kit/frame.js'
import { openPanel } from '../kit/panel.js'
import { momentOf } from '../kit/words.js'

export function showSessions(): void {
  const panel = openPanel(element('h2', { class: 'unseen' }, 'Live sessions'))
  showPage('Sessions', panel.element)
  void panel.load(service.GET('/api/auth/session'), partsOf)
}

function partsOf({ principal, sessions }: Schemas['Identity']): Child[] {
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
    factsOf([
      ['Address', ip ?? 'unknown'],
      ['Logged in', momentOf(created)],
      ['Last used', momentOf(last_seen)],
      ['Ends', momentOf(expires_at)]
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
