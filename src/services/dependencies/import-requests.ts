// Requests an import of advisories: at the start of a worker, and by the clock.
import type { Deps, Tx } from '#deps.js'

/** Nothing to import without a source. */
export async function requestImport({ advisorySource, queue }: Deps, tx: Tx): Promise<void> {
  if (advisorySource)
    await queue.enqueue(tx, 'dependencies.import', [{ payload: {}, singletonKey: 'import' }])
}
