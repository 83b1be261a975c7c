// Verification of the audit trail and of the seals of its exports.

import { type Static, Type } from '@sinclair/typebox'
import { closed, count, nullable, oneOf, operation, ref } from '../common.js'
import { enumeration } from '../enumeration.js'

/** The ways in which a trail can be broken. */
export const BREAKS = ['gap', 'chain_broken', 'payload_mismatch', 'entry_mismatch'] as const
export type Break = (typeof BREAKS)[number]

/** Why the seal of an export cannot be trusted. */
export const SEAL_FAULTS = enumeration('SealFault', [
  'not_sealed',
  'seal_mismatch',
  'not_signed',
  'unknown_key',
  'expired_key',
  'signature_mismatch'
])
export type SealFault = (typeof SEAL_FAULTS)[number]

/** The largest exact integer of JavaScript, which no trail reaches. */
const LAST_SEQ = Number.MAX_SAFE_INTEGER

const SEAL_FAULTS_IN_WORDS =
  '`not_sealed`: the export does not end with a seal; `seal_mismatch`: the seal belongs to another export; ' +
  '`not_signed`: the seal has no signature; `unknown_key`: it was signed with a key that is not configured; ' +
  '`expired_key`: it was signed with a former key after the last day of that key; ' +
  '`signature_mismatch`: it names a configured key that did not sign it.'

export const SealFinding = closed(
  {
    date_covered: Type.String({
      format: 'date',
      description: 'The day (UTC) of the export.',
      examples: ['2026-01-31']
    }),
    kept_in: oneOf(enumeration('SealPlace', ['database', 'file']), {
      description: 'Where this seal is kept.'
    }),
    reason: oneOf(SEAL_FAULTS, { description: `What is wrong. ${SEAL_FAULTS_IN_WORDS}` }),
    last_seq: nullable(Type.Integer(), { description: 'The last entry of the export.' }),
    key_id: nullable(Type.String(), {
      description: 'Id of the key that the seal names.',
      examples: ['9c1f0a55d2b7e340']
    })
  },
  { $id: 'SealFinding', description: 'The seal of an export that cannot be verified.' }
)
export type SealFinding = Static<typeof SealFinding>

export const AuditVerdict = closed(
  {
    valid: Type.Boolean({ description: 'Whether the trail and the seals of all its exports are intact.' }),
    broken_at: nullable(Type.Integer(), {
      description:
        'Position of the first problem; of a seal, where its export ends, null if that cannot be read.'
    }),
    reason: Type.Optional(
      oneOf(enumeration('AuditFault', [...BREAKS, ...SEAL_FAULTS]), {
        description:
          'The first problem of the entries, or else of the seals. `gap`: an entry is missing, also at the end; ' +
          '`payload_mismatch`: the payload does not match its hash; `entry_mismatch`: another field does not match; ' +
          '`chain_broken`: the entry is intact but does not follow the previous entry, or is not the one that was ' +
          `exported; ${SEAL_FAULTS_IN_WORDS}`
      })
    ),
    entries_checked: count('How many entries were read.'),
    gaps: count('How many entries are missing.'),
    hash_mismatches: count('How many entries were altered.'),
    first_seq: nullable(Type.Integer(), { description: 'The first that was read.' }),
    last_seq: nullable(Type.Integer(), { description: 'The last that was read.' }),
    head_hash: nullable(Type.String(), { description: '`entry_hash` of the last that was read.' }),
    authenticated_to: nullable(Type.Integer(), {
      description:
        'Of the entries that were read, the last one up to which an export signed with a configured key proves them. ' +
        'Null if there is none: the hashes then show accidents, but not who wrote the entries.'
    }),
    unverified_seals: Type.Array(ref(SealFinding), {
      maxItems: 100,
      description: 'The first 100 seals that cannot be verified, oldest day first.'
    })
  },
  { $id: 'AuditVerdict', description: 'Result of the verification.' }
)
export type AuditVerdict = Static<typeof AuditVerdict>

export const verifyAudit = operation({
  operationId: 'verifyAudit',
  summary: 'Verify the audit trail',
  description:
    'Recomputes every hash, checks every link, including the link to the entry before `from`, and compares the ' +
    'trail with its exports and its expected end. Verifies the seals of all exports, whatever the range. The ' +
    'duration grows with the range. Each process runs one verification at a time and returns 503 for a second one.',
  querystring: closed({
    from: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LAST_SEQ, default: 1, description: 'First entry to verify.' })
    ),
    to: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LAST_SEQ,
        description: 'Last entry to verify; default: the newest.'
      })
    )
  }),
  response: { 200: ref(AuditVerdict) }
})

export const schemas = [SealFinding, AuditVerdict]
