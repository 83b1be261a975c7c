// What holds for a branch: the strictest of all its sources in every field.
import type { BranchProtection, BranchRuleSource, ProtectedBranch } from '../host/items.js'

/** A branch rule as it is mirrored. */
export interface HostBranchRule extends BranchRuleSource {
  /** The name of the branch. */
  pattern: string
}

/**
 * The rule of a branch; undefined if nothing protects it. Each source applies for itself on the host, so that a change
 * has to satisfy all of them.
 */
export function branchRuleOf({ name, sources }: ProtectedBranch): HostBranchRule | undefined {
  const [first, ...others] = sources
  if (!first) return undefined
  // Only a rule with a single source has an id of the host.
  const hostRuleId = others.length === 0 ? first.hostRuleId : null
  return { pattern: name, hostRuleId, ...strictestOf([first, ...others]) }
}

/** The union of at least one source, whatever their order. */
export function strictestOf(sources: readonly [BranchProtection, ...BranchProtection[]]): BranchProtection {
  const any = (field: Requirement) => sources.some((source) => source[field])
  return {
    requiredReviews: Math.max(...sources.map(({ requiredReviews }) => requiredReviews)),
    dismissStaleReviews: any('dismissStaleReviews'),
    requireCodeOwnerReviews: any('requireCodeOwnerReviews'),
    requireStatusChecks: any('requireStatusChecks'),
    requiredStatusChecks: sorted(sources.flatMap(({ requiredStatusChecks }) => requiredStatusChecks)),
    requireUpToDateBranch: any('requireUpToDateBranch'),
    enforceAdmins: any('enforceAdmins'),
    restrictPushes: any('restrictPushes'),
    pushAllowlist: allowedByAll(sources),
    allowForcePushes: sources.every(({ allowForcePushes }) => allowForcePushes),
    allowDeletions: sources.every(({ allowDeletions }) => allowDeletions),
    requireSignedCommits: any('requireSignedCommits'),
    requireLinearHistory: any('requireLinearHistory')
  }
}

/** What is stricter if it is true. */
type Requirement = {
  [Field in keyof BranchProtection]: BranchProtection[Field] extends boolean ? Field : never
}[Exclude<keyof BranchProtection, 'allowForcePushes' | 'allowDeletions'>]

/** Who may push according to every source that restricts pushes. */
function allowedByAll(sources: readonly BranchProtection[]): string[] {
  const [first, ...others] = sources.filter(({ restrictPushes }) => restrictPushes)
  if (!first) return []
  return sorted(
    first.pushAllowlist.filter((one) => others.every(({ pushAllowlist }) => pushAllowlist.includes(one)))
  )
}

const sorted = (names: readonly string[]) => [...new Set(names)].sort()
