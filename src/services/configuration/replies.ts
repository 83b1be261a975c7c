// Shows the configuration of a repository in the API.

import { pointerTo, valueAtPath } from '#domain/configuration/pointer.js'
import { findCustomRuleFaults } from '#domain/configuration/rule-faults.js'
import type { JsonObject } from '#schemas/common.js'
import type { ConfigRules, RepoConfig } from '#schemas/configuration/config.js'
import { LOCKABLE, type Tighter } from '#schemas/configuration/locks.js'
import { PILLARS } from '#schemas/configuration/pillars.js'
import { configSourceOf, type ResolvedConfig } from './resolve.js'

export function configReply(resolved: ResolvedConfig): RepoConfig {
  const { config, overrides, updatedAt, updatedBy, version, layers, file, orgFile, locked } = resolved
  const hasContent = (layer: JsonObject) => Object.keys(layer).length > 0
  return {
    source: configSourceOf(resolved),
    config,
    overrides,
    updated_at: updatedAt?.toISOString() ?? null,
    updated_by: updatedBy,
    version,
    pillars: pillarsOf(resolved),
    sources: { ...resolved.sources },
    layers: {
      defaults: true,
      org: hasContent(layers.org),
      repo: hasContent(layers.repo),
      db: hasContent(layers.db),
      file,
      org_file: orgFile
    },
    locked: locked.map(({ keyPath }) => ({
      path: pointerTo(keyPath),
      tighter: tighterText(LOCKABLE[keyPath.join('.')])
    })),
    is_readable: resolved.isReadable
  }
}

export function configRulesReply({ config }: ResolvedConfig): ConfigRules {
  const { custom_rules, expressions } = config
  const faults = findCustomRuleFaults(custom_rules, expressions)
  const rules = Object.entries(custom_rules).map(([name, { if: condition, run }]) => {
    const at = pointerTo(['custom_rules', name])
    const fault = faults.find(({ path }) => path === at || path.startsWith(`${at}/`))
    const error = fault === undefined ? {} : { error: `${fault.path}: ${fault.message}` }
    return { name, condition, actions: run.map(({ action }) => action), valid: fault === undefined, ...error }
  })
  return { rules, expressions, total: rules.length }
}

function pillarsOf({ config, overrides }: ResolvedConfig): RepoConfig['pillars'] {
  return Object.fromEntries(
    PILLARS.map((pillar) => [
      pillar,
      {
        enabled: config.pillars[pillar].enabled,
        has_override: valueAtPath(overrides, ['pillars', pillar]) !== undefined
      }
    ])
  )
}

const TIGHTER_TEXTS: Readonly<Record<Tighter, string>> = {
  on: 'It can be turned on.',
  off: 'It can be turned off.',
  more: 'Entries can be added.',
  less: 'A smaller number can be set.',
  greater: 'A larger number can be set.',
  fixed: 'Nothing.',
  surer: 'A higher confidence can be required.'
}

const tighterText = (tighter: Tighter | undefined) =>
  tighter === undefined ? 'Nothing.' : TIGHTER_TEXTS[tighter]
