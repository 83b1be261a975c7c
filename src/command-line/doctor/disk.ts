// The disk of the data directory: Postgres does not survive a full one.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type CheckFinding, failure, well } from '#domain/operation/findings.js'
import type { Settings } from '#settings/settings.js'
import { diskAt } from '#store/disk.js'

const MIB = 1_048_576

export async function checkDisk({
  databaseUrl,
  dataDir,
  diskReserveBytes
}: Settings): Promise<CheckFinding[]> {
  if (databaseUrl !== undefined) return []
  const free = await diskAt(nearestFolder(dataDir), diskReserveBytes).freeBytes()
  const [has, needs] = [free, diskReserveBytes].map((bytes) => Math.floor(bytes / MIB))
  if (free > diskReserveBytes) return [well('disk', `${has} MiB are free at ${dataDir}.`)]
  return [
    failure(
      'disk',
      `${has} MiB are free at ${dataDir}, and ${needs} MiB are the reserve: webhooks and changes are refused.`,
      'Free some space, or move DATA_DIR to another disk.'
    )
  ]
}

/** The folder itself, or the one that it will be made in. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
}
