// The banner of a low disk.
import { lowDiskWarning } from './low-disk.js'
import { useApi } from './use-api.js'

const EVERY_SECONDS = 60

export function DiskBanner() {
  const { data } = useApi('/health', {}, EVERY_SECONDS)
  // Stays on the page while empty: a screen reader announces only what changes within it.
  return (
    <p class="failure banner" role="alert">
      {data ? lowDiskWarning(data) : ''}
    </p>
  )
}
