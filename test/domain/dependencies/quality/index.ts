import type { AdvisoryCase, EditCase, ManifestCase } from './case.js'
import { cargoLocks, goManifests, jvmManifests } from './compiled-locks.js'
import { hostileLocks } from './hostile-locks.js'
import { npmEdits } from './npm-edits.js'
import { npmLocks } from './npm-locks.js'
import { otherEdits } from './other-edits.js'
import { otherLocks } from './other-locks.js'
import { pythonEdits } from './python-edits.js'
import { pythonLocks } from './python-locks.js'
import { rangeAdvisories } from './ranges.js'
import { recordAdvisories } from './records.js'
import { versionAdvisories } from './versions.js'
import { pnpmLocks, yarnLocks } from './yarn-pnpm-locks.js'

export { aliasCases, severities } from './records.js'
export { orders } from './versions.js'

export const manifestCases: readonly ManifestCase[] = [
  ...npmLocks,
  ...yarnLocks,
  ...pnpmLocks,
  ...pythonLocks,
  ...goManifests,
  ...cargoLocks,
  ...jvmManifests,
  ...otherLocks,
  ...hostileLocks
]

export const advisoryCases: readonly AdvisoryCase[] = [
  ...rangeAdvisories,
  ...versionAdvisories,
  ...recordAdvisories
]

export const editCases: readonly EditCase[] = [...npmEdits, ...pythonEdits, ...otherEdits]
