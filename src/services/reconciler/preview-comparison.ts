// Compares the file in force of an organisation with another one, over the repositories that it applies to.
import type { Deps } from '#deps.js'
import { changesBetween } from '#domain/config-lab/impact.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import { splitFullName } from '#domain/mirror/full-name.js'
import { changesByConfig } from '#domain/reconciler/preview.js'
import type { OrganisationPreview, RepositoryPreview } from '#domain/reconciler/preview-output.js'
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { type PolicyRow, policiesInForce } from '#store/enforcement/policies.js'
import { type SuppressedPolicy, suppressedPolicies } from '#store/enforcement/suppressed.js'
import type { RepositoryRef } from '#store/mirror/repositories.js'
import {
  countRepositoriesToPreview,
  isReadByAll,
  type RepositoryToPreview,
  repositoriesToPreview
} from '#store/reconciler/previews.js'
import { setupUnder } from './wishes.js'

const MOST_REPOSITORIES = 1_000
const LONGEST_MS = 20_000
const AT_ONCE = 100

/** The contents of the organisation's file, with its locks. */
export interface FileChange {
  before: JsonObject
  after: JsonObject
}

/** The host is not asked: only what is stored of the repositories counts, and nothing is written. */
export async function compareRepositories(
  deps: Deps,
  { repoId, fullName, installationId }: RepositoryRef,
  change: FileChange
): Promise<Pick<OrganisationPreview, 'repositories' | 'total' | 'isPublic'>> {
  const scope = { owner: splitFullName(fullName).owner, installationId }
  const until = deps.now().getTime() + LONGEST_MS
  const total = await countRepositoriesToPreview(deps.db, scope)
  const isPublic = await isReadByAll(deps.db, repoId)
  const policies = installationId === null ? [] : await policiesInForce(deps.db, installationId)
  const bare = comparedConfigs(change, { repo: {}, db: {} })
  const compared: RepositoryPreview[] = []
  for (let offset = 0; offset < Math.min(total, MOST_REPOSITORIES); offset += AT_ONCE) {
    const rows = await repositoriesToPreview(deps.db, scope, { offset, atOnce: AT_ONCE })
    const ids = rows.map(({ repoId }) => repoId)
    const accepted = policies.length === 0 ? [] : await suppressedPolicies(deps.db, ids, deps.now())
    for (const row of rows) {
      if (deps.now().getTime() >= until) return { repositories: compared, total, isPublic }
      compared.push(comparedRepository(row, { change, bare, fullName, policies, accepted }))
      // Others wait for this thread.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { repositories: compared, total, isPublic }
}

interface ComparisonContext {
  change: FileChange
  /** Of a repository without layers of its own, as most are. */
  bare: ComparedConfigs
  /** The name of the repository with the organisation's file. */
  fullName: string
  policies: readonly PolicyRow[]
  accepted: readonly SuppressedPolicy[]
}

function comparedRepository(row: RepositoryToPreview, context: ComparisonContext): RepositoryPreview {
  const { fullName, overrides, desired, observed, differences, unsupported, isSkipped } = row
  const { policies, change, bare } = context
  // The repository with the organisation's file has no other.
  const isOrganisation = fullName === context.fullName
  const own = { repo: isOrganisation ? {} : row.content, db: overrides }
  const isBare = Object.keys({ ...own.repo, ...own.db }).length === 0
  const { before, after, ...changes } = isBare ? bare : comparedConfigs(change, own)
  const accepted = context.accepted.filter(({ repoId }) => repoId === row.repoId)
  const around = { policies, accepted, fullName }
  const setUp = (config: ServiceConfig) => ({
    config,
    setup: setupUnder(around, config.baseline, row.defaultBranch)
  })
  const last = { desired, observed, differences, unsupported, isSkipped }
  return {
    ...changes,
    fullName,
    changes: changesByConfig(setUp(before), setUp(after), last),
    isRead: observed !== null,
    isFileKnown: isOrganisation || row.isFileKnown
  }
}

interface ComparedConfigs extends Pick<RepositoryPreview, 'changedKeys' | 'pillarsOn' | 'pillarsOff'> {
  before: ServiceConfig
  after: ServiceConfig
}

function comparedConfigs(change: FileChange, own: { repo: JsonObject; db: JsonObject }): ComparedConfigs {
  const resolved = (org: JsonObject) => resolveConfig({ ...own, org, isReadable: true }).config
  const [before, after] = [resolved(change.before), resolved(change.after)]
  const effective = (config: ServiceConfig) => ({ config, isReadable: true, warnings: [] })
  const changes = changesBetween(effective(before), effective(after))
  return {
    before,
    after,
    changedKeys: changes.changed_keys,
    pillarsOn: changes.pillars_enabled,
    pillarsOff: changes.pillars_disabled
  }
}
