// Faults of a baseline that its types do not show.
import { LABEL_COLOR, WORDS_OF_PATTERNS } from '#schemas/common.js'
import type { Baseline } from '#schemas/configuration/baseline.js'
import { LONGEST_LABEL_NAME, MOST_LABELS_SET } from '#schemas/host/settings.js'
import type { ConfigFault } from './findings.js'
import { pointerTo } from './pointer.js'

const COLOR = new RegExp(LABEL_COLOR)
const MERGE_METHODS = ['allow_squash_merge', 'allow_merge_commit', 'allow_rebase_merge'] as const

/** Faults of `baseline`; its types are already checked. */
export function findBaselineFaults({ labels = {}, settings = {} }: Partial<Baseline>): ConfigFault[] {
  return [...labelFaults(labels), ...settingFaults(settings)]
}

function labelFaults(labels: Readonly<Record<string, string>>): ConfigFault[] {
  const names = Object.keys(labels)
  const path = pointerTo(['baseline', 'labels'])
  if (names.length > MOST_LABELS_SET)
    return [{ path, message: `must have at most ${MOST_LABELS_SET} labels` }]
  return names.flatMap((name, at) => {
    const message = faultOfLabel(name, labels[name]) ?? faultOfTwin(name, names.slice(0, at))
    return message === undefined ? [] : [{ path: pointerTo(['baseline', 'labels', name]), message }]
  })
}

function faultOfLabel(name: string, color = ''): string | undefined {
  if (name.trim() !== name || name === '') return 'must not begin or end with a space, nor be empty'
  // In an address they would name the repository or all of its labels.
  if (name === '.' || name === '..') return 'must not be a dot or two'
  if ([...name].length > LONGEST_LABEL_NAME)
    return `must have a name of at most ${LONGEST_LABEL_NAME} characters`
  return COLOR.test(color) ? undefined : WORDS_OF_PATTERNS[LABEL_COLOR]
}

/** The host tells labels apart in no case. */
const faultOfTwin = (name: string, others: readonly string[]) =>
  others.some((other) => other.toLowerCase() === name.toLowerCase())
    ? 'is named twice: the host ignores case in the names of labels'
    : undefined

function settingFaults(settings: NonNullable<Baseline['settings']>): ConfigFault[] {
  return MERGE_METHODS.every((key) => settings[key] === false)
    ? [{ path: pointerTo(['baseline', 'settings']), message: 'must leave one way to merge pull requests' }]
    : []
}
