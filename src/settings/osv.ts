// Where the copy of the OSV database lies.
import { resolve } from 'node:path'
import { SettingsError } from './error.js'

/** A path becomes absolute, as the process may change its directory. */
export function osvSourceOf({ OSV_SOURCE: source }: { OSV_SOURCE?: string }): string | undefined {
  if (source === undefined) return undefined
  const text = source.trim()
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return resolve(text)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return text
  // The message does not quote the value, because it may have a password.
  throw new SettingsError(
    'OSV_SOURCE is wrong: expected a directory, a zip archive, or an address that begins with https:// and has no user name.'
  )
}
