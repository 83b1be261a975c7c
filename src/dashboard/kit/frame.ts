// The frame of every page: skip link, navigation and logout.
import { apiClient, callApi } from './api.js'
import { type DomChild, element } from './dom.js'
import { HOME, LOGIN } from './return-path.js'

const NAME = 'Repository Automation Service'
const LINKS = [
  ['Overview', HOME],
  ['Sessions', '/dashboard/sessions'],
  ['API document', '/docs']
] as const

const announcer = element('p', { class: 'unseen', role: 'status' })

/** Announces a text to screen readers, unless it is the current announcement. */
export function announce(text: string): void {
  if (announcer.textContent !== text) announcer.textContent = text
}

export function showPage(title: string, ...content: DomChild[]): void {
  document.title = `${title} · ${NAME}`
  const isInside = location.pathname !== LOGIN
  const heading = element('h1', {}, title)
  document.body.replaceChildren(
    element('a', { class: 'skip', href: '#main' }, 'Skip to content'),
    element('header', { class: 'masthead' }, brand(), isInside && navigation(), isInside && logoutButtons()),
    element('main', { id: 'main', tabindex: -1, class: isInside ? '' : 'narrow' }, heading, ...content),
    announcer
  )
}

function brand(): HTMLElement {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href
  return element('p', { class: 'brand' }, element('img', { src: icon, alt: '', width: 28, height: 28 }), NAME)
}

function navigation(): HTMLElement {
  const links = LINKS.map(([words, href]) => {
    const here = href === location.pathname
    return element('li', {}, element('a', { href, 'aria-current': here && 'page' }, words))
  })
  return element('nav', { 'aria-label': 'Dashboard' }, element('ul', {}, ...links))
}

function logoutButtons(): HTMLElement {
  return element(
    'div',
    { class: 'way-out' },
    element('button', { type: 'button', onclick: () => void logout(false) }, 'Log out'),
    element('button', { type: 'button', onclick: () => void logoutEverywhere() }, 'Log out everywhere')
  )
}

async function logoutEverywhere(): Promise<void> {
  if (confirm('Close every session of your key, on every device?')) await logout(true)
}

async function logout(all: boolean): Promise<void> {
  const { failure } = await callApi(apiClient.POST('/api/auth/logout', { params: { query: { all } } }))
  if (!failure) location.replace(LOGIN)
  else alert(`You are still logged in. ${failure.message}`)
}
