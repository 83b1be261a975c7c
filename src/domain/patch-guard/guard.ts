// Stands between a proposed repair and its branch: whoever wrote the patch, it may mend the code and nothing else.
import { amountFindings } from './amounts.js'
import { isWorkflow } from './files.js'
import type { PatchedFile, PatchRules, PatchVerdict } from './patch.js'
import { pathFindings } from './paths.js'
import { weakeningFindings } from './weakening.js'

export function patchVerdict(files: readonly PatchedFile[], rules: PatchRules): PatchVerdict {
  const amounts = amountFindings(files, rules.limits)
  // What is too large is not looked into: the work is bounded by the limits.
  const isTooLarge = amounts.some(({ fault }) => fault === 'too_large')
  const findings = [
    ...pathFindings(files, rules),
    ...amounts,
    ...(isTooLarge ? [] : weakeningFindings(files.map((file) => withoutGrants(file, rules))))
  ]
  return { passes: findings.length === 0, findings }
}

/** What is granted is looked at no further; anything else that the workflow may do then is. */
function withoutGrants(file: PatchedFile, { isWorkflowRepair, grants = [] }: PatchRules): PatchedFile {
  if (!isWorkflowRepair || grants.length === 0 || file.after === null || !isWorkflow(file.path)) return file
  const lines = file.after.split('\n').filter((line) => !grants.includes(line.trim()))
  return { ...file, after: lines.join('\n') }
}
