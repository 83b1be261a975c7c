// What can be done about a diagnosed failure without a model: run it again, mend it by rule, or nothing.
import type { Diagnosis } from './diagnose.js'

export type HealKind = 'rerun' | 'patch' | 'none'

const MENDED_BY_RULE: ReadonlySet<string> = new Set(['lint_format', 'config_error', 'dependency_resolution'])

export function healKindOf({ type, transient }: Pick<Diagnosis, 'type' | 'transient'>): HealKind {
  if (transient) return 'rerun'
  return MENDED_BY_RULE.has(type) ? 'patch' : 'none'
}
