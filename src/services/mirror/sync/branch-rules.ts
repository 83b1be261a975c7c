// The rules of protected branches.
import { branchRuleOf, type HostBranchRule } from '#domain/mirror/branch-rules.js'
import { replaceBranchRules } from '../branch-rules.js'
import { inTurn, type Turn } from './turn.js'
import type { WholePart } from './whole.js'

/** Each takes two requests, so that many would outlast the lease of the turn. */
const BRANCHES_PER_LEASE = 20

export const branchRulesPart: WholePart<HostBranchRule> = {
  part: 'branch_rules',
  mayBeRefused: true,
  /** Every response has an ETag of its own, which the client of the host remembers. */
  read: async (turn) => ({ items: await readBranchRules(turn), etag: null }),
  take: replaceBranchRules
}

async function readBranchRules(turn: Turn): Promise<HostBranchRule[]> {
  const { deps, place } = turn
  const rules: HostBranchRule[] = []
  let read = 0
  for await (const branch of deps.host.protectedBranches({ ...place, priority: 'work' })) {
    const rule = branchRuleOf(branch)
    if (rule) rules.push(rule)
    read += 1
    if (read % BRANCHES_PER_LEASE === 0) await inTurn(turn, 'branch_rules', async () => {})
  }
  return rules
}
