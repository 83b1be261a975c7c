// Checks a proposed repair before it reaches a branch. A patch may fix the code and nothing else, whoever wrote it.
import { amountFindings } from './amounts.js'
import type { PatchedFile, PatchRules, PatchVerdict } from './patch.js'
import { pathFindings } from './paths.js'
import { reachFindings } from './reach-findings.js'
import { weakeningFindings } from './weakening.js'

export function patchVerdict(files: readonly PatchedFile[], rules: PatchRules): PatchVerdict {
  const amounts = amountFindings(files, rules.limits)
  // Skips the costly checks of a patch beyond the limits.
  const isTooLarge = amounts.some(({ fault }) => fault === 'too_large')
  const findings = [
    ...pathFindings(files, rules),
    ...amounts,
    ...(isTooLarge ? [] : weakeningFindings(files, rules)),
    ...(isTooLarge || !rules.isByModel ? [] : reachFindings(files))
  ]
  return { passes: findings.length === 0, findings }
}
