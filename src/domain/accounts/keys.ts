// The API keys: compared in constant time, known by their labels, never shown.
import { createHmac, timingSafeEqual } from 'node:crypto'

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

/** A key is printable ASCII: what else a header can carry differs from client to client. */
const KEY = /^[\x21-\x7e]{1,512}$/
const LONGEST_KEY = 512

export const isKey = (text: string) => KEY.test(text)

/** All of one size, with the length at the end, so that comparing two takes the same time whatever they hold. */
function writeFrame(frame: Buffer, key: string): Buffer {
  frame.fill(0)
  frame.write(key, 'latin1')
  frame.writeUInt16LE(key.length, LONGEST_KEY)
  return frame
}

const emptyFrame = () => Buffer.alloc(LONGEST_KEY + 2)

export function keyRing(keys: readonly ApiKey[], secret: string): KeyRing {
  const known = keys.map(({ label, key }) => ({
    label,
    id: createHmac('sha256', secret).update(key).digest('hex').slice(0, 32)
  }))
  const frames = keys.map(({ key }) => writeFrame(emptyFrame(), key))
  const asked = emptyFrame()
  return {
    match(presented) {
      if (!isKey(presented)) return undefined
      writeFrame(asked, presented)
      let found: KnownKey | undefined
      // Every key is compared, so that the time tells nothing about which one matched.
      frames.forEach((frame, at) => {
        if (timingSafeEqual(frame, asked)) found = known[at]
      })
      return found
    },
    byId: (keyId) => known.find((key) => key.id === keyId),
    idsOf: (label) => known.filter((key) => key.label === label).map((key) => key.id)
  }
}
