// The pull request of an update: its branch, its labels, and how large it may be.
import type { JobPayload } from '#deps.js'
import type { FileEdit } from '#domain/dependencies/updates/update.js'
import { isLockFile } from '#domain/patches/guard/file-kinds.js'
import type { UpdateEcosystem, UpdateType } from '#schemas/dependencies/enums.js'
import { objectionToKept } from '../../patches/keep.js'
import { LARGEST_PATCH, MOST_FILE_BYTES, type PatchBounds } from '../../patches/propose.js'

export type UpdateWish = JobPayload<'dependencies.update'>

/** The source of all actions about updates. */
export const DEPENDENCY_UPDATES = 'dependencies'
/** How the branches of all updates begin. */
export const UPDATE_BRANCHES = 'service/deps-'

export const updateBranch = (ecosystem: string, type: UpdateType) =>
  type === 'critical' ? `${UPDATE_BRANCHES}critical-${ecosystem}` : `${UPDATE_BRANCHES}${ecosystem}`

const LABELS = {
  security: { name: 'security', color: 'e11d48' },
  critical: { name: 'critical', color: 'b60205' },
  dependencies: { name: 'dependencies', color: '0075ca' }
}

export const updateLabels = (ecosystem: UpdateEcosystem, type: UpdateType) =>
  type === 'critical'
    ? [LABELS.security, LABELS.critical, LABELS.dependencies]
    : [LABELS.dependencies, { name: ecosystem, color: 'e4e669' }, LABELS.security]

/** Lock files are long, and few of their lines change. */
export const UPDATE_BOUNDS: PatchBounds = {
  blockedPaths: [],
  limits: { ...LARGEST_PATCH, characters: MOST_FILE_BYTES }
}

/** Checks of anything but a lock file take seconds where it is long. */
export function objectionToUpdate(files: readonly FileEdit[]): string | undefined {
  const long = files.find(({ path, after }) => after.length > LARGEST_PATCH.characters && !isLockFile(path))
  return long
    ? `${long.path}: The file has more than ${LARGEST_PATCH.characters} characters.`
    : objectionToKept({ files, bounds: UPDATE_BOUNDS, isDependencyUpdate: true })
}
