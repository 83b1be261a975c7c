// Learned models that ship with the code, each read once per process.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WEIGHTS_FOLDER } from '#paths.js'

/** After a failure the next caller tries again. */
export function loadedOnce<Model>(file: string, decode: (bytes: Uint8Array) => Model): () => Promise<Model> {
  let loading: Promise<Model> | undefined
  return () => {
    loading ??= readFile(join(WEIGHTS_FOLDER, file))
      .then(decode)
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }
}
