// Unknown keys that look like a key that restricts the service. Such a key must not be passed over as one of a newer
// version: whoever wrote it asked for less than would happen.
import { LOCKABLE } from '#schemas/configuration/locks.js'
import { isMisspelt, plainName } from '../text/misspelt.js'
import type { KeyPath } from './pointer.js'

/** Asked for in any section, whether they belong there or not. */
const ANYWHERE = new Map([
  ['dry_run', 'settings.dry_run'],
  ['enabled', 'enabled'],
  ['disabled', 'enabled']
])
/** The section of these filters restricts by every key. */
const FILTERS = 'triggers'

const LOCKABLE_KEYS = Object.keys(LOCKABLE)

/** The restricting key that was probably meant by an unknown key; its siblings are the known keys beside it. */
export function restrictingKeyLike(keyPath: KeyPath, siblings: readonly string[]): string | undefined {
  const name = plainName(keyPath.at(-1) ?? '')
  const section = keyPath.slice(0, -1)
  const beside = siblings.find((key) => restricts([...section, key]) && isMisspelt(name, plainName(key)))
  return beside ?? [...ANYWHERE].find(([key]) => isMisspelt(name, plainName(key)))?.[1]
}

function restricts(keyPath: KeyPath): boolean {
  const dotted = keyPath.join('.')
  const isAbove = (key: string) => key === dotted || key.startsWith(`${dotted}.`)
  return keyPath.at(-1) === FILTERS || keyPath.at(-2) === FILTERS || LOCKABLE_KEYS.some(isAbove)
}
