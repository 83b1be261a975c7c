// The keyboard: `?` lists the keys, `g` and a letter lead to a page, `/` to the search, `j` and `k` along the rows.
import { useEffect, useState } from 'preact/hooks'
import { SITE_MAP, type Site } from '../site-map.js'
import { Dialog } from './dialog.js'
import { navigate } from './router.js'
import { refreshAll } from './use-api.js'

const sites: readonly Site[] = SITE_MAP
const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['?', 'Show these keys'],
  ['/', 'Search or filter'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['r', 'Refresh'],
  ...sites.flatMap(({ key, title }) => (key === undefined ? [] : [[`g ${key}`, title] as const]))
]

const SEQUENCE_MS = 1_500

export function KeyboardShortcuts() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const press = shortcutListener(() => setIsOpen(true))
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return isOpen ? <KeyList onClose={() => setIsOpen(false)} /> : null
}

function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function shortcutListener(showKeys: () => void): (event: KeyboardEvent) => void {
  let leaderAt = Number.NEGATIVE_INFINITY
  return (event) => {
    if (!isShortcut(event)) return
    const isSequence = event.timeStamp - leaderAt < SEQUENCE_MS
    leaderAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    const act = isSequence ? goTo(event.key) : actionOf(event.key, showKeys)
    if (act === undefined) return
    event.preventDefault()
    act()
  }
}

/** Keys with a modifier belong to the browser, and those in a field or a dialog to what has the focus. */
function isShortcut({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]')) return false
  return !(target instanceof Element && target.closest('input, select, textarea, [contenteditable]'))
}

function goTo(key: string): (() => void) | undefined {
  const site = sites.find((one) => one.key === key)
  return site && (() => navigate(site.path))
}

function actionOf(key: string, showKeys: () => void): (() => void) | undefined {
  const actions: Record<string, () => void> = {
    '?': showKeys,
    '/': () => focusOn('main [type="search"], main .filters :is(input, select)'),
    j: () => moveRow(1),
    k: () => moveRow(-1),
    r: refreshAll
  }
  return Object.hasOwn(actions, key) ? actions[key] : undefined
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}

function moveRow(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody th :is(a, button)')]
  const at = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement))
  rows[at === -1 && by < 0 ? rows.length - 1 : at + by]?.focus()
}
