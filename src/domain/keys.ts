// The API keys: compared in constant time, known by their labels, never shown.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export interface ApiKey {
  label: string
  key: string
}

export interface KeyRing {
  /** The key that a caller presented, if it is one of ours. */
  match(presented: string): KnownKey | undefined
  /** The key behind a session, as long as it is still valid. */
  byId(keyId: string): KnownKey | undefined
  idsOf(label: string): string[]
}

export interface KnownKey {
  label: string
  /** A fingerprint under the service's own secret: it tells nothing about the key. */
  id: string
}

const DEFAULT_LABEL = 'api'

/** Reads `key` or `label=key`, comma-separated; blanks are dropped. */
export function parseKeys(list: string): ApiKey[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseKey)
}

function parseKey(part: string): ApiKey {
  const labelled = /^([A-Za-z0-9_.-]{1,64})=([^=].*)$/.exec(part)
  return labelled ? { label: labelled[1] ?? '', key: labelled[2] ?? '' } : { label: DEFAULT_LABEL, key: part }
}

const digestOf = (text: string) => hash('sha256', text, 'buffer')

export function keyRing(keys: readonly ApiKey[], secret: string): KeyRing {
  const known = keys.map(({ label, key }) => ({
    label,
    id: createHmac('sha256', secret).update(key).digest('hex').slice(0, 32),
    digest: digestOf(key)
  }))
  return {
    match(presented) {
      const digest = digestOf(presented)
      let found: KnownKey | undefined
      // Every key is compared, so that the time tells nothing about which one matched.
      for (const key of known) if (timingSafeEqual(key.digest, digest)) found = key
      return found
    },
    byId: (keyId) => known.find((key) => key.id === keyId),
    idsOf: (label) => known.filter((key) => key.label === label).map((key) => key.id)
  }
}
