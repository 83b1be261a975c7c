// A fingerprint of a failure without the parts that differ between runs and machines.
import { createHash } from 'node:crypto'
import type { FailureType } from '#schemas/mirror/ci.js'
import type { ScoredHit } from './score.js'

/** Applied in this order: earlier replacements protect text that later ones would split. */
const VARYING: readonly [RegExp, string][] = [
  [/https?:\/\/[^\s"'<>)\]]{1,500}/g, '<url>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?Z?/g, '<time>'],
  [/(?:[A-Za-z]:|(?<![\w.@+~-]))(?:[\w.@+~-]{0,100}[/\\]){1,30}(?=[\w.@+-]{1,100})/g, ''],
  [/0x[0-9a-f]{1,32}|\b(?=[0-9a-f]{0,40}\d)[0-9a-f]{7,64}\b/gi, '<id>'],
  [/\d{1,20}(?:\.\d{1,20}){0,6}/g, '<n>'],
  [/[\s]{1,1000}/g, ' ']
]

function normalizeMessage(text: string): string {
  return VARYING.reduce((rest, [varying, by]) => rest.replace(varying, by), text)
    .trim()
    .toLowerCase()
    .slice(0, 300)
}

export function failureSignature(type: FailureType, hit: ScoredHit | undefined): string {
  const text = `${type}\n${hit?.rule.id ?? ''}\n${normalizeMessage(hit?.text ?? '')}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
