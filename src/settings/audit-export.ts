// Settings of audit exports: the keys that sign and verify them.
import { SettingsError } from './error.js'

export interface AuditExportVariables {
  AUDIT_EXPORT_KEY?: string
  AUDIT_EXPORT_FORMER_KEYS?: string
  AUDIT_EXPORT_SIGNED_SINCE?: string
}

export interface AuditExportSettings {
  key: string | undefined
  /** Earlier keys, which only verify. */
  formerKeys: string[]
  /** Exports of earlier days need no verifiable signature. */
  signedSince: string | undefined
}

export function auditExportSettingsOf(values: AuditExportVariables): AuditExportSettings {
  const {
    AUDIT_EXPORT_KEY: current,
    AUDIT_EXPORT_FORMER_KEYS: former,
    AUDIT_EXPORT_SIGNED_SINCE: since
  } = values
  const key = current?.trim()
  if (key !== undefined && (isShort(key) || key.includes(',')))
    throw new SettingsError(
      `AUDIT_EXPORT_KEY is wrong: expected at least ${SHORTEST_KEY} characters, none of them a comma. ${ADVICE}`
    )
  const formerKeys = (former ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (formerKeys.some(isShort))
    throw new SettingsError(
      `AUDIT_EXPORT_FORMER_KEYS is wrong: expected keys of at least ${SHORTEST_KEY} characters, separated by commas.`
    )
  // Without a key new exports would be unsigned, just like exports whose signatures were removed.
  if (key === undefined && (formerKeys.length > 0 || since !== undefined))
    throw new SettingsError(
      `AUDIT_EXPORT_KEY is missing: ${since === undefined ? 'AUDIT_EXPORT_FORMER_KEYS' : 'AUDIT_EXPORT_SIGNED_SINCE'} requires it. ${ADVICE}`
    )
  return { key, formerKeys, signedSince: dayIn(since?.trim()) }
}

const SHORTEST_KEY = 32
const ADVICE = 'Generate one with `openssl rand -hex 32`.'

const isShort = (key: string) => key.length < SHORTEST_KEY

function dayIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const day = new Date(`${text}T00:00:00.000Z`)
  if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text.length === 10) return text
  throw new SettingsError('AUDIT_EXPORT_SIGNED_SINCE is wrong: expected a day, like 2026-01-31.')
}
