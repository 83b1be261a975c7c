// Says what to do while the disk of the embedded database is low.
import type { components } from '../../../openapi/client.js'

type Health = components['schemas']['Health']

const MIB = 1024 * 1024
const mebibytes = (bytes: number) => `${Math.floor(bytes / MIB)} MiB`

/** Empty while there is enough space. */
export function lowDiskWarning({ disk }: Pick<Health, 'disk'>): string {
  if (!disk?.is_low) return ''
  const free = disk.free_bytes === null ? '' : `, ${mebibytes(disk.free_bytes)} free`
  return (
    `The disk is almost full${free}. While less than ${mebibytes(disk.reserve_bytes)} are free, webhooks and changes ` +
    'are rejected and background work waits. Free some space on the disk of DATA_DIR; the service then continues by ' +
    'itself.'
  )
}
