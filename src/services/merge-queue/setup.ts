// How the merge queue of a repository works now: what people have set, and the configuration file.
import type { Db, Deps, Tx } from '#deps.js'
import type { Freeze, LaneSettings } from '#domain/merge-queue/lane/lane.js'
import { MINUTE_MS } from '#domain/time/durations.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { QUEUE_DEFAULTS, type QueueSettings } from '#schemas/merge-queue/configuration.js'
import { queueConfigOf, queueSettingsIn } from '#store/merge-queue/configs.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { loadConfig, loadStoredConfig, type ResolvedConfig } from '../configuration/resolve.js'

export interface QueueSetup {
  repository: KnownRepository
  settings: QueueSettings
  /** The branch that pull requests go to; null while the default branch is not known. */
  baseBranch: string | null
  resolved: ResolvedConfig
}

/** For decisions within a transaction. */
export async function storedQueueSetup(deps: Deps, db: Db | Tx, repoId: number): Promise<QueueSetup> {
  return setupOf(db, repoId, await loadStoredConfig(deps, db, repoId))
}

/** For callers that can wait for the configuration file. */
export async function freshQueueSetup(deps: Deps, repoId: number): Promise<QueueSetup> {
  return setupOf(deps.db, repoId, await loadConfig(deps, { repoId }))
}

async function setupOf(db: Db | Tx, repoId: number, resolved: ResolvedConfig): Promise<QueueSetup> {
  const repository = await repositoryById(db, repoId)
  const stored = await queueConfigOf(db, repoId)
  const settings = stored ? queueSettingsIn(stored) : defaultSettings(resolved)
  return { repository, settings, baseBranch: settings.base_branch ?? repository.defaultBranch, resolved }
}

/** Before anybody has set anything, the configuration file alone says whether there is a queue. */
export const defaultSettings = ({ config }: ResolvedConfig): QueueSettings => ({
  ...QUEUE_DEFAULTS,
  enabled: config.pillars.merge_queue.enabled
})

/** What people have set for the queue comes before the pillar of the configuration file. */
export function queueConfig(
  { config }: Pick<ResolvedConfig, 'config'>,
  { enabled }: Pick<QueueSettings, 'enabled'>
): ServiceConfig {
  const { pillars } = config
  return { ...config, pillars: { ...pillars, merge_queue: { ...pillars.merge_queue, enabled } } }
}

export const laneSettingsOf = ({ settings, resolved }: QueueSetup): LaneSettings => ({
  batchSize: settings.batch_size,
  depth: settings.speculative_depth,
  batchMaxWaitMs: settings.batch_max_wait_secs * 1_000,
  checkTimeoutMs: settings.check_timeout_mins * MINUTE_MS,
  maxAttempts: settings.max_attempts,
  allowSkip: settings.allow_skip,
  strict: settings.strict,
  freezes: freezesIn(settings),
  paused: whyPaused(settings, resolved)
})

export const freezesIn = ({ freezes }: Pick<QueueSettings, 'freezes'>): Freeze[] =>
  freezes.map(({ from, to, reason }) => ({ from: Date.parse(from), to: Date.parse(to), reason }))

function whyPaused({ enabled }: QueueSettings, { config, isReadable }: ResolvedConfig): string | null {
  if (!enabled) return 'The queue is off.'
  if (!isReadable) return 'The configuration file cannot be read.'
  return config.settings.dry_run ? 'The repository is in dry-run mode.' : null
}

/** The names that the entry is held to; an empty list means any check that there is. */
export function requiredChecksOf(
  { settings, resolved }: QueueSetup,
  protection: readonly string[]
): string[] {
  const named = [settings.required_checks, resolved.config.pillars.merge_queue.required_checks]
  return [...(named.find((names) => names.length > 0) ?? protection)]
}
