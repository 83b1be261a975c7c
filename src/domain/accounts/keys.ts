// API keys: matched in constant time, identified by label, never displayed.
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface ApiKey {
  label: string
  key: string
}

export interface KeyRing {
  /** The configured key that matches what a caller presented. */
  match(presented: string): KnownKey | undefined
  /** The key behind a session, while that key is still configured. */
  byId(keyId: string): KnownKey | undefined
  idsOf(label: string): string[]
}

export interface KnownKey {
  label: string
  /** A fingerprint keyed with the service's own secret; it reveals nothing about the key. */
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

/** Printable ASCII only: clients encode other header characters differently. */
const KEY = /^[\x21-\x7e]{1,512}$/
const LONGEST_KEY = 512

export const isKey = (text: string) => KEY.test(text)

/** Pads every key to one size and appends its length, so that a comparison takes the same time for any content. */
function writeFrame(frame: Buffer, key: string): Buffer {
  frame.fill(0)
  frame.write(key, 'latin1')
  frame.writeUInt16LE(key.length, LONGEST_KEY)
  return frame
}

const emptyFrame = () => Buffer.alloc(LONGEST_KEY + 2)

export function keyRing(keys: readonly ApiKey[], secret: string): KeyRing {
  const knownKeys = keys.map(({ label, key }) => ({
    label,
    id: createHmac('sha256', secret).update(key).digest('hex').slice(0, 32)
  }))
  const frames = keys.map(({ key }) => writeFrame(emptyFrame(), key))
  const presentedFrame = emptyFrame()
  return {
    match(presented) {
      if (!isKey(presented)) return undefined
      writeFrame(presentedFrame, presented)
      let match: KnownKey | undefined
      // Compares every key, so that timing does not reveal which one matched.
      frames.forEach((frame, index) => {
        if (timingSafeEqual(frame, presentedFrame)) match = knownKeys[index]
      })
      return match
    },
    byId: (keyId) => knownKeys.find((key) => key.id === keyId),
    idsOf: (label) => knownKeys.filter((key) => key.label === label).map((key) => key.id)
  }
}
