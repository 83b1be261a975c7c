// Settings of audit exports: the keys that sign and verify them.
import { type FormerKey, isFormerKey, parseSealKey, SHORTEST_SEAL_KEY } from '#domain/audit/keys.js'
import { isDay } from '#domain/time/day.js'
import { SettingsError } from './error.js'

export interface AuditExportVariables {
  AUDIT_EXPORT_KEY?: string
  AUDIT_EXPORT_FORMER_KEYS?: string
  AUDIT_EXPORT_SIGNED_SINCE?: string
}

export interface AuditExportSettings {
  key: string | undefined
  /** Earlier keys, which only verify, up to their last day. */
  formerKeys: FormerKey[]
  /** Exports of earlier days need no verifiable signature. */
  signedSince: string | undefined
}

export function auditExportSettingsOf(values: AuditExportVariables): AuditExportSettings {
  const {
    AUDIT_EXPORT_KEY: current,
    AUDIT_EXPORT_FORMER_KEYS: former,
    AUDIT_EXPORT_SIGNED_SINCE: since
  } = values
  const key = current === undefined ? undefined : currentKeyIn(current.trim())
  const formerKeys = formerKeysIn(former ?? '', key)
  // Without a key new exports would be unsigned, just like exports whose signatures were removed.
  if (key === undefined && (formerKeys.length > 0 || since !== undefined))
    throw new SettingsError(
      `AUDIT_EXPORT_KEY is missing: ${since === undefined ? 'AUDIT_EXPORT_FORMER_KEYS' : 'AUDIT_EXPORT_SIGNED_SINCE'} requires it. ${ADVICE}`
    )
  return { key, formerKeys, signedSince: dayIn(since?.trim()) }
}

const ADVICE = 'Generate one with `openssl rand -hex 32`.'

/** A current key that ends like a former one was copied from there and would be believed without an end. */
function currentKeyIn(text: string): string {
  const key = parseSealKey(text)
  if (key && !isFormerKey(key) && !text.includes(',')) return text
  throw new SettingsError(
    `AUDIT_EXPORT_KEY is wrong: expected at least ${SHORTEST_SEAL_KEY} characters without commas, and no day at the end. ${ADVICE}`
  )
}

function formerKeysIn(text: string, current: string | undefined): FormerKey[] {
  const texts = text.split(',').map((entry) => entry.trim())
  const parsed = texts.filter((entry) => entry !== '').map(parseSealKey)
  const keys = parsed.filter(isFormerKey)
  const distinct = new Set([current, ...keys.map(({ key }) => key)])
  if (keys.length === parsed.length && distinct.size === keys.length + 1) return keys
  throw new SettingsError(
    `AUDIT_EXPORT_FORMER_KEYS is wrong: expected KEY@DAY, separated by commas: each key once and not the current one, at least ${SHORTEST_SEAL_KEY} characters, and the day on which it was replaced, like 2026-01-31.`
  )
}

function dayIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (isDay(text)) return text
  throw new SettingsError('AUDIT_EXPORT_SIGNED_SINCE is wrong: expected a day, like 2026-01-31.')
}
