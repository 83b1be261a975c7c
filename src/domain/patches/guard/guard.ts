// Stands between a proposed repair and its branch: whoever wrote the patch, it may mend the code and nothing else.
import { amountFindings } from './amounts.js'
import type { PatchedFile, PatchRules, PatchVerdict } from './patch.js'
import { pathFindings } from './paths.js'
import { reachFindings } from './reach-findings.js'
import { weakeningFindings } from './weakening.js'

export function patchVerdict(files: readonly PatchedFile[], rules: PatchRules): PatchVerdict {
  const amounts = amountFindings(files, rules.limits)
  // What is too large is not looked into: the work is bounded by the limits.
  const isTooLarge = amounts.some(({ fault }) => fault === 'too_large')
  const findings = [
    ...pathFindings(files, rules),
    ...amounts,
    ...(isTooLarge ? [] : weakeningFindings(files)),
    ...(isTooLarge || !rules.isByModel ? [] : reachFindings(files))
  ]
  return { passes: findings.length === 0, findings }
}
