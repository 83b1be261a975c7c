// How a repository is reviewed: what somebody has saved, else what its configuration says, else the defaults.
import type { Db, Deps, Tx } from '#deps.js'
import { repoNotFound } from '#errors/errors.js'
import type { JsonObject, RepoParams } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import {
  ReviewSettings,
  type ReviewSettingsBody,
  type StoredReviewSettings
} from '#schemas/review/settings.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryByName } from '#store/mirror/repositories.js'
import { type SavedReviewSettings, savedReviewSettings, saveReviewSettings } from '#store/review/settings.js'
import { recordAudit } from '../audit/record.js'

/** The defaults of the schema. */
// Cast: every property of the schema has a default of its type.
const DEFAULTS = Object.fromEntries(
  Object.entries(ReviewSettings.properties).map(([name, { default: initial }]) => [name, initial])
) as ReviewSettings

/** What the configuration of a repository says about reviews too. */
function configured({ pillars: { ai_review } }: ServiceConfig): Partial<ReviewSettings> {
  const { engine, model, max_duration_seconds, bundle_max_chars } = ai_review
  const { require_file_scope, adversarial_review, adversarial_model } = ai_review
  return {
    engine,
    model,
    max_duration_seconds,
    bundle_max_chars,
    require_file_scope,
    adversarial_review,
    adversarial_model
  }
}

export async function reviewSettingsOf(
  db: Db | Tx,
  repoId: number,
  config: ServiceConfig
): Promise<ReviewSettings> {
  const saved = await savedReviewSettings(db, repoId)
  return { ...DEFAULTS, ...configured(config), ...saved?.settings }
}

export async function shownReviewSettings({ db }: Deps, name: RepoParams): Promise<StoredReviewSettings> {
  const { repoId } = await repositoryByName(db, name)
  return shown(repoId, await savedReviewSettings(db, repoId))
}

const shown = (repoId: number, saved: SavedReviewSettings | undefined): StoredReviewSettings => ({
  ...DEFAULTS,
  ...saved?.settings,
  repo_id: repoId,
  stored: saved !== undefined,
  created_at: saved?.createdAt.toISOString() ?? null,
  updated_at: saved?.updatedAt.toISOString() ?? null
})

export interface SettingsChange {
  name: RepoParams
  body: ReviewSettingsBody
  actor: string
}

/** Keeps what the change leaves out. */
export async function changeReviewSettings(
  deps: Deps,
  { name, body, actor }: SettingsChange
): Promise<StoredReviewSettings> {
  const { repoId, fullName } = await repositoryByName(deps.db, name)
  return deps.transaction(async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) throw repoNotFound(fullName)
    const before = await savedReviewSettings(tx, repoId)
    const settings = { ...before?.settings, ...body }
    const at = deps.now()
    await saveReviewSettings(tx, repoId, { settings, at })
    await recordAudit(tx, {
      category: 'config_change',
      eventType: 'review_config_updated',
      actor,
      actorType: 'human',
      repo: fullName,
      payload: { before: plain(before?.settings), after: plain(settings) },
      occurredAt: at
    })
    return shown(repoId, await savedReviewSettings(tx, repoId))
  })
}

// Cast: settings are JSON.
const plain = (settings: ReviewSettingsBody | undefined) => (settings ?? null) as JsonObject | null
